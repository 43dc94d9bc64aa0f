import type { NewsRow } from '@site/api/database/schema.ts';
import { type Language, languageNames, languages } from '@site/shared/i18n/languages.ts';
import { type Html, html } from '../../html/html.ts';
import type { Texts } from '../../html/texts.ts';
import { code, theirs } from '../../html/words.ts';
import { fact, pager } from '../../pages/parts.ts';
import type { DeskRequest } from '../Desk.ts';
import type { Paged } from '../paged.ts';
import { deskPage, pathIn } from './deskPage.ts';
import { actForm, button, choice, field, linkButton } from './forms.ts';

/** The fields of an item that is added by hand, in the order of the form. */
export const newsFields = ['title', 'link', 'source', 'publication_date', 'url_video', 'slug'] as const;

export type NewsField = (typeof newsFields)[number];

/** What is wrong with a field: it can't be used, or another item has it already. */
export type NewsProblems = Readonly<Partial<Record<NewsField, 'wrong' | 'taken'>>>;

/** Some of the news of a language, and how many there are. */
interface NewsList extends Paged {
  readonly all: number;
  readonly language: Language;
  readonly news: readonly NewsRow[];
}

/** The news of a language, newest first. */
export function newsPage({ texts, who, query }: DeskRequest, list: NewsList): Html {
  const { all, language, page, news } = list;
  const path = `/news?language=${language}`;
  return deskPage({
    texts,
    who,
    query,
    part: 'news',
    title: texts.text('desk.news'),
    lead: texts.count('desk.news.count', all, { language: languageNames[language] }),
    path: `${path}${page > 1 ? `&page=${page}` : ''}`,
    content: html`<div class="acts">${linkButton(pathIn(texts, '/news/import'), texts.text('desk.news.import'))}${linkButton(pathIn(texts, '/news/add'), texts.text('desk.news.add'))}</div>
<nav class="choices" aria-label="${texts.text('desk.news.languages')}"><ul role="list">${languages.map((name) => html`<li><a href="${pathIn(texts, `/news?language=${name}`)}" lang="${name}"${name === language && html` aria-current="true"`}>${languageNames[name]}</a></li>`)}</ul></nav>
${all === 0 ? html`<p>${texts.text('desk.news.none')}</p>` : html`<ul class="versions" role="list">${news.map((item) => newsRow(texts, item))}</ul>`}
${pager(texts, list, pathIn(texts, path))}`,
  });
}

const newsRow = (texts: Texts, item: NewsRow): Html =>
  html`<li><div class="name"><h2>${newsTitle(item)}</h2><p><a href="${pathIn(texts, `/news/remove?${new URLSearchParams({ uid: item.uid })}`)}">${texts.text('desk.news.remove')}<span class="unseen"> ${theirs(item.title)}</span></a></p></div>${newsFacts(texts, item)}</li>`;

/** The title of an item, in its own language. */
export const newsTitle = ({ title, language, article_language }: NewsRow): Html =>
  html`<span lang="${article_language ?? language}">${theirs(title)}</span>`;

/** What else is known of an item. Its address is shown, and leads nowhere: others have chosen it. */
export const newsFacts = (texts: Texts, { publication_date, source, link }: NewsRow): Html =>
  html`<dl class="facts">${[
    fact(
      texts.text('desk.news.publication_date'),
      html`<time datetime="${publication_date}">${publication_date}</time>`,
    ),
    fact(texts.text('desk.news.source'), theirs(source)),
    fact(texts.text('desk.news.link'), link === null ? texts.text('desk.news.noLink') : code(link)),
  ]}</dl>`;

/** The form that adds an item by hand, with what is wrong in what was sent. */
export const addNewsPage = ({ texts, who }: DeskRequest, form: URLSearchParams, problems: NewsProblems): Html =>
  deskPage({
    texts,
    who,
    part: 'news',
    title: texts.text('desk.news.add'),
    lead: texts.text('desk.news.addLead'),
    path: '/news/add',
    content: html`${Object.keys(problems).length > 0 && html`<p class="alert err" role="alert">${texts.text('desk.news.problems')}</p>`}${actForm(
      texts,
      '/news/add',
      html`${languageChoice(texts, form.get('language') ?? '')}${newsFields.map((name) => {
        const problem = problems[name];
        return field({
          name,
          label: texts.text(`desk.news.${name}`),
          value: form.get(name) ?? '',
          type: name === 'publication_date' ? 'date' : 'text',
          isRequired: name === 'title',
          ...(name !== 'title' && name !== 'link' && { hint: texts.text(`desk.news.hint.${name}`) }),
          problem:
            problem === 'taken' ? texts.text('desk.news.taken') : problem && texts.text(`desk.news.wrong.${name}`),
        });
      })}${button(texts.text('desk.news.addDo'))}`,
    )}`,
  });

/** Which of the site's languages news are in. */
export const languageChoice = (texts: Texts, chosen: string): Html =>
  choice(
    'language',
    texts.text('desk.news.language'),
    languages.map((name) => [name, languageNames[name]]),
    chosen,
  );

import { addItem, removeItem } from '@site/api/news/editNews.ts';
import { defaultSource, newsInput } from '@site/api/news/input.ts';
import { countNews, selectItem, selectNewsIn } from '@site/api/news/queries.ts';
import { publicLink, videoEmbed } from '@site/shared/contract/newsLinks.ts';
import { fallbackLanguage, isLanguage, type Language } from '@site/shared/i18n/languages.ts';
import { roomLimits } from '../limits.ts';
import { pageIn, textIn } from '../RoomParts.ts';
import type { Desk, DeskRequest } from './Desk.ts';
import { paged } from './paged.ts';
import { confirmPage } from './pages/confirmPage.ts';
import { addNewsPage, type NewsField, type NewsProblems, newsFields, newsPage } from './pages/newsPages.ts';

/** The news: all of a language, adding one by hand, and removing one. */
export function newsDesk({ show, act }: Desk): void {
  show('/news', async (asked) => {
    const database = await asked.database();
    const language = languageIn(asked.query.language, asked);
    const all = await countNews(database, language);
    const range = paged(all, pageIn(asked.query.page), roomLimits.desk.rows);
    return newsPage(asked, { ...range, all, language, news: await selectNewsIn(database, language, range) });
  });

  show('/news/add', async (asked) => addNewsPage(asked, new URLSearchParams({ language: languageIn('', asked) }), {}));

  act('/news/add', async (asked) => {
    const { form } = asked;
    const { item, problems } = itemIn(form, languageIn(form.get('language'), asked));
    if (!item) return { page: addNewsPage(asked, form, problems), status: 422 };
    const outcome = await addItem(await asked.database(), item);
    if (outcome !== 'added') return { page: addNewsPage(asked, form, { slug: 'taken' }), status: 422 };
    asked.note('news added', 1);
    return { to: `/news?language=${item.language}`, done: 'added' };
  });

  show('/news/remove', async (asked) => {
    const item = await selectItem(await asked.database(), uidIn(asked.query.uid));
    if (!item) return undefined;
    return confirmPage(asked, {
      part: 'news',
      path: `/news/remove?${new URLSearchParams({ uid: item.uid })}`,
      title: asked.texts.text('desk.news.removeTitle'),
      what: [item.title, item.source],
      text: asked.texts.text('desk.news.removeText'),
      button: asked.texts.text('desk.news.removeDo'),
      to: '/news/remove',
      hidden: { uid: item.uid, language: item.language },
      back: `/news?language=${item.language}`,
    });
  });

  act('/news/remove', async (asked) => {
    const { form, database, note } = asked;
    const to = `/news?language=${languageIn(form.get('language'), asked)}`;
    if (!(await removeItem(await database(), uidIn(form.get('uid'))))) return { to, done: 'removedBefore' };
    note('news removed', 1);
    return { to, done: 'removed' };
  });
}

/** The language of news that an address or a form names, or else that of the page, if the site has it. */
export function languageIn(value: unknown, { texts }: Pick<DeskRequest, 'texts'>): Language {
  if (isLanguage(value)) return value;
  return isLanguage(texts.language) ? texts.language : fallbackLanguage;
}

/** The uid of an item. No uid has a character that a database refuses. */
const uidIn = (value: unknown): string => textIn(value, roomLimits.desk.uid).replaceAll('\0', '');

/** The item that a form describes, or what is wrong with its fields. */
function itemIn(form: URLSearchParams, language: Language) {
  const value = (name: NewsField) => form.get(name)?.trim() || undefined;
  const link = value('link');
  const parsed = newsInput.safeParse({
    language,
    title: value('title') ?? '',
    link,
    source: value('source') ?? defaultSource(link, language),
    publication_date: value('publication_date') ?? new Date().toISOString().slice(0, 10),
    url_video: value('url_video'),
    slug: value('slug'),
  });
  const wrong = new Set(parsed.error?.issues.map(({ path: [name] }) => name));
  // The command stores these and says so; a form can ask at once.
  if (link !== undefined && !publicLink(link)) wrong.add('link');
  if (value('url_video') !== undefined && !videoEmbed(value('url_video') ?? null)) wrong.add('url_video');
  const problems: NewsProblems = Object.fromEntries(
    newsFields.filter((name) => wrong.has(name)).map((name) => [name, 'wrong']),
  );
  return wrong.size > 0 ? { problems } : { item: parsed.data, problems };
}

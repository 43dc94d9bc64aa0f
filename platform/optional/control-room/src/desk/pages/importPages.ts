import type { NewsRow } from '@site/api/database/schema.ts';
import type { ImportedItem } from '@site/api/news/save.ts';
import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { languageNames } from '@site/shared/i18n/languages.ts';
import { type Html, html } from '../../html/html.ts';
import type { Texts } from '../../html/texts.ts';
import { code, said, theirs } from '../../html/words.ts';
import { roomLimits } from '../../limits.ts';
import type { DeskRequest } from '../Desk.ts';
import { digestOf } from '../digest.ts';
import { deskPage, pathIn } from './deskPage.ts';
import { actForm, box, button, field, linkButton } from './forms.ts';
import { languageChoice, newsFacts, newsTitle } from './newsPages.ts';

/** A feed, as a form names it. */
interface NamedFeed {
  readonly address: string;
  readonly language: NewsRow['language'];
}

/** Where a feed is named, and why the one that was named can't be read. */
export const importPage = (
  { texts, who }: DeskRequest,
  feed?: NamedFeed,
  problem?: 'wrong' | 'own' | OperatorError,
): Html =>
  deskPage({
    texts,
    who,
    part: 'news',
    title: texts.text('desk.news.import'),
    lead: texts.text('desk.import.lead'),
    path: '/news/import',
    content: html`${typeof problem === 'object' && html`<p class="alert err" role="alert">${texts.text('desk.import.failed')} ${said(problem.message)}</p>`}${actForm(
      texts,
      '/news/preview',
      html`${field({
        name: 'address',
        label: texts.text('desk.import.address'),
        value: feed?.address,
        hint: texts.text('desk.import.hint'),
        problem: typeof problem === 'string' ? texts.text(`desk.import.${problem}`) : undefined,
        type: 'text',
        isRequired: true,
        most: roomLimits.desk.feed,
      })}${languageChoice(texts, feed?.language ?? texts.language)}${button(texts.text('desk.import.look'))}`,
    )}`,
  });

/** What an import would change, to choose from. */
export function previewPage(
  { texts, who }: DeskRequest,
  { address, language, items }: NamedFeed & { readonly items: readonly ImportedItem[] },
): Html {
  const changes = items.flatMap(({ outcome, item, before, notes }) =>
    item && (outcome === 'added' || outcome === 'updated') ? [{ item, before, notes }] : [],
  );
  const refused = items.filter(({ outcome }) => outcome === 'refused').toSorted((a, b) => a.position - b.position);
  return deskPage({
    texts,
    who,
    part: 'news',
    title: texts.text('desk.import.preview'),
    lead: html`${code(address)} (${languageNames[language]})`,
    path: '/news/import',
    content: html`<p>${countsOf(texts, items).map((text) => html`${text} `)}</p>
${
  changes.length === 0
    ? html`<p class="alert ok">${texts.text('desk.import.nothing')}</p>`
    : actForm(
        texts,
        '/news/import',
        html`<p>${texts.text('desk.import.choose')}</p><ul class="versions" role="list">${changes.map((change, index) => changeRow(texts, change, index))}</ul><div class="acts">${button(texts.text('desk.import.do'))}${linkButton(pathIn(texts, '/news'), texts.text('desk.cancel'))}</div>`,
        { address, language },
      )
}
${refused.length > 0 && html`<section class="alert err" aria-labelledby="refused"><h2 id="refused">${texts.text('desk.import.refused')}</h2><ul class="notes">${refused.map(({ position, notes }) => html`<li>${texts.text('desk.import.position', { position })} ${notes.map(said)}</li>`)}</ul></section>`}`,
  });
}

/** How many items would come, change or stay, as far as there are any. */
function countsOf(texts: Texts, items: readonly ImportedItem[]): readonly string[] {
  const outcomes = ['added', 'updated', 'unchanged', 'omitted'] as const;
  return outcomes.flatMap((outcome) => {
    const count = items.filter((item) => item.outcome === outcome).length;
    return count > 0 ? texts.count(`desk.import.${outcome}`, count) : [];
  });
}

/** An item that would come or change: what it says, and what it said before. */
interface Change {
  readonly item: NewsRow;
  readonly before: NewsRow | undefined;
  readonly notes: readonly string[];
}

function changeRow(texts: Texts, { item, before, notes }: Change, index: number): Html {
  const label = html`<span class="badge ${before ? 'info' : 'ok'}">${texts.text(before ? 'desk.import.change' : 'desk.import.new')}</span> ${newsTitle(item)}`;
  return html`<li><div class="name">${box(`take-${index}`, 'take', digestOf(item), label, true)}</div><div class="name">${newsFacts(texts, item)}${
    before &&
    before.title !== item.title &&
    html`<p class="small">${texts.text('desk.import.before')} ${theirs(before.title)}</p>`
  }${before && before.link !== item.link && before.link !== null && html`<p class="small">${texts.text('desk.import.before')} ${code(before.link)}</p>`}${notes.map((note) => html`<p class="small">${said(note)}</p>`)}</div></li>`;
}

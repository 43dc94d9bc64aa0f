import { type Html, html, type Part } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { code } from '../html/words.ts';
import type { Change, VersionChanges, WeightChange } from '../reading/changes.ts';
import type { ContentChanges, PackageChange, PackageState } from '../reading/contents.ts';
import { beforeAndAfter, bytesIn, comparisonTable, none, signed, valueIn, withDifference } from './tables.ts';
import { textTable } from './textTable.ts';

/** What a version changes, a table for each kind of thing. */
export function changesPart(texts: Texts, changes: VersionChanges, contents: ContentChanges): Html {
  const { pages, texts: words, weights, rights, terms } = changes;
  const { texts: messages = [], packages } = contents;
  const isSame = [pages, words, messages, weights, packages, rights, terms].every(({ length }) => length === 0);
  return html`${[
    isSame && html`<p>${texts.text('version.same')}</p>`,
    weights.length > 0 && weightTable(texts, weights),
    packages.length > 0 && packageTable(texts, packages),
    pages.length > 0 && changeTable(texts, 'change.pages', pages),
    words.length > 0 && textTable(texts, 'change.texts', words),
    messages.length > 0 && textTable(texts, 'change.messages', messages),
    contents.texts === undefined && html`<p class="small">${texts.text('change.messagesUnknown')}</p>`,
    rights.length > 0 && changeTable(texts, 'change.rights', rights),
    terms.length > 0 && changeTable(texts, 'change.terms', terms),
  ]}`;
}

const changeTable = (texts: Texts, name: TextName, changes: readonly Change[]): Html =>
  comparisonTable(
    texts,
    name,
    beforeAndAfter,
    changes.map(
      (change) =>
        html`<tr><th scope="row">${code(change.name)}</th><td>${valueIn(texts, change.before)}</td><td>${valueIn(texts, change.after)}</td></tr>`,
    ),
  );

function weightTable(texts: Texts, weights: readonly WeightChange[]): Html {
  const heaviest = Math.max(...weights.flatMap(({ before = 0, after = 0 }) => [before, after]), 1);
  const rows = weights.map(({ of, name, kind, before, after }) => {
    const what = html`${of !== 'module' && texts.text(`change.${of}`)} ${code(name)} ${texts.text(`weight.${kind}`)}`;
    return html`<tr><th scope="row">${what}${bars((100 * (before ?? 0)) / heaviest, (100 * (after ?? 0)) / heaviest)}</th><td class="number">${bytesIn(texts, before)}</td><td class="number">${bytesIn(texts, after)}</td><td class="number">${signed(texts, (after ?? 0) - (before ?? 0))}</td></tr>`;
  });
  return comparisonTable(texts, 'change.weights', withDifference, rows, 'weights');
}

function packageTable(texts: Texts, packages: readonly PackageChange[]): Html {
  const state = (one: PackageState | undefined): Part =>
    one ? html`${code(one.version)}${one.bytes !== undefined && html`<br>${texts.bytes(one.bytes)}`}` : none(texts);
  const rows = packages.map(
    ({ name, before, after }) =>
      html`<tr><th scope="row">${code(name)}</th><td class="number">${state(before)}</td><td class="number">${state(after)}</td><td class="number">${growth(texts, before, after)}</td></tr>`,
  );
  return comparisonTable(texts, 'change.packages', withDifference, rows, 'weights');
}

function growth(texts: Texts, before: PackageState | undefined, after: PackageState | undefined): string {
  const isUnknown = [before, after].some((state) => state && state.bytes === undefined);
  return isUnknown ? texts.text('app.unknown') : signed(texts, (after?.bytes ?? 0) - (before?.bytes ?? 0));
}

/** Both weights as bars; the numbers beside them say the same. */
const bars = (before: number, after: number): Html =>
  html`<svg class="bars" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="${before.toFixed(1)}" height="3"/><rect class="part" y="4" width="${after.toFixed(1)}" height="3"/></svg>`;

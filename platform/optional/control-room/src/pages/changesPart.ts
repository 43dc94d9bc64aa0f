import { type Html, html } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { code, theirs } from '../html/words.ts';
import type { Change, VersionChanges, WeightChange } from '../reading/changes.ts';

/** What a version changes, a table for each kind of thing. */
export function changesPart(texts: Texts, changes: VersionChanges): Html {
  const { pages, texts: words, weights, packages, terms } = changes;
  if ([pages, words, weights, packages, terms].every(({ length }) => length === 0))
    return html`<p>${texts.text('version.same')}</p>`;
  return html`${[
    weights.length > 0 && weightTable(texts, weights),
    pages.length > 0 && changeTable(texts, 'change.pages', pages),
    words.length > 0 && changeTable(texts, 'change.texts', words),
    packages.length > 0 && changeTable(texts, 'change.packages', packages),
    terms.length > 0 && changeTable(texts, 'change.terms', terms),
  ]}`;
}

/** A part of the page may be wider than a phone: it scrolls by itself, also with the keyboard. */
const scrolling = (caption: string, table: Html): Html =>
  html`<div class="table" role="region" aria-label="${caption}" tabindex="0">${table}</div>`;

function changeTable(texts: Texts, name: TextName, changes: readonly Change[]): Html {
  const caption = texts.text(name);
  const value = (text: string | undefined) =>
    text === undefined
      ? html`<span class="none">${texts.text('change.none')}</span>`
      : text === ''
        ? texts.text('change.ownOrigin')
        : theirs(text);
  return scrolling(
    caption,
    html`<table><caption>${caption}</caption><thead><tr><th scope="col">${texts.text('change.name')}</th><th scope="col">${texts.text('change.before')}</th><th scope="col">${texts.text('change.after')}</th></tr></thead><tbody>${changes.map(
      (change) =>
        html`<tr><th scope="row">${code(change.name)}</th><td>${value(change.before)}</td><td>${value(change.after)}</td></tr>`,
    )}</tbody></table>`,
  );
}

function weightTable(texts: Texts, weights: readonly WeightChange[]): Html {
  const caption = texts.text('change.weights');
  const heaviest = Math.max(...weights.flatMap(({ before = 0, after = 0 }) => [before, after]), 1);
  const bytes = (value: number | undefined) => (value === undefined ? texts.text('change.none') : texts.bytes(value));
  return scrolling(
    caption,
    html`<table class="weights"><caption>${caption}</caption><thead><tr><th scope="col">${texts.text('change.name')}</th><th scope="col" class="number">${texts.text('change.before')}</th><th scope="col" class="number">${texts.text('change.after')}</th><th scope="col" class="number">${texts.text('change.difference')}</th></tr></thead><tbody>${weights.map(
      ({ module, kind, before, after }) =>
        html`<tr><th scope="row">${code(module)} ${texts.text(`weight.${kind}`)}${bars((100 * (before ?? 0)) / heaviest, (100 * (after ?? 0)) / heaviest)}</th><td class="number">${bytes(before)}</td><td class="number">${bytes(after)}</td><td class="number">${signed(texts, (after ?? 0) - (before ?? 0))}</td></tr>`,
    )}</tbody></table>`,
  );
}

/** Both weights as bars; the numbers beside them say the same. */
const bars = (before: number, after: number): Html =>
  html`<svg class="bars" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="${before.toFixed(1)}" height="3"/><rect class="part" y="4" width="${after.toFixed(1)}" height="3"/></svg>`;

const signed = (texts: Texts, bytes: number): string => `${bytes > 0 ? '+' : '−'}${texts.bytes(Math.abs(bytes))}`;

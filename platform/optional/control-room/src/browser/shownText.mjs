// @ts-check
/** What a text to be signed says, read from the very text: one signs what one sees. */

/** @import { RequestTask, SigningTexts } from '../pages/SigningTask.ts' */

/**
 * Words of the page, and the names of keys by the public key.
 *
 * @typedef {{ readonly texts: SigningTexts, readonly names: Readonly<Record<string, string>> }} Words
 */

/** @typedef {readonly (readonly [name: string, value: string])[]} Facts */

/**
 * Names and values of what a record says.
 *
 * @param {string} text as `recordText` makes it
 * @param {Words} words
 * @returns {Facts}
 */
export function recordFacts(text, { texts, names }) {
  const { signature, ...record } = JSON.parse(text.slice(text.indexOf('\n') + 1));
  const { version, candidate, previous = [], frozen } = record;
  const percent = new Intl.NumberFormat(texts.locale, { style: 'percent' });
  const date = new Intl.DateTimeFormat(texts.locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  const givenUp = previous.filter((/** @type {{ isGivenUp?: true }} */ { isGivenUp }) => isGivenUp);
  /** @type {readonly (readonly [string, string | undefined])[]} */
  const facts = [
    [texts.app, signature.app],
    [texts.live, version],
    [texts.rollout, candidate && `${candidate.version}, ${percent.format(candidate.share / 100)}`],
    [texts.givenUp, givenUp.map((/** @type {{ version: string }} */ entry) => entry.version).join(', ')],
    [texts.frozen, frozen && [frozen.since, frozen.reason].filter(Boolean).join(', ')],
    [texts.site, signature.site],
    [texts.until, `${date.format(new Date(signature.expires))} UTC`],
    [texts.key, names[signature.key] ?? signature.key],
  ];
  return facts.flatMap(([name, value]) => (value ? [/** @type {const} */ ([name, value])] : []));
}

/**
 * The same of a request, whose text has these in it, with the time at which it is signed.
 *
 * @param {RequestTask & { readonly authority: string, readonly key: string }} request
 * @param {Words} words
 * @returns {Facts}
 */
export const requestFacts = ({ method, path, authority, key }, { texts, names }) => [
  [texts.request, `${method} ${path}`],
  [texts.at, authority],
  [texts.key, names[key] ?? key],
];

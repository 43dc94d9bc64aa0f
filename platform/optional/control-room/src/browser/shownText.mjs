// @ts-check
/** What a text to be signed says, read from the very text: one signs what one sees. */

/** @import { SigningTexts } from '../pages/SigningTask.ts' */

/**
 * Names and values of what a record says.
 *
 * @param {string} text as `recordText` makes it
 * @param {{ readonly texts: SigningTexts, readonly names: Readonly<Record<string, string>>, readonly language: string }} page its words,
 *   and the names of keys by the public key
 * @returns {readonly (readonly [name: string, value: string])[]}
 */
export function recordFacts(text, { texts, names, language }) {
  const { signature, ...record } = JSON.parse(text.slice(text.indexOf('\n') + 1));
  const { version, candidate, previous = [], frozen } = record;
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
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

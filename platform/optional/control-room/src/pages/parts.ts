import type { Fault } from '@site/shared/contract/release.ts';
import { type Html, html, type Part } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { code, explained } from '../html/words.ts';
import type { PageNumber } from '../reading/sectionOf.ts';
import type { VersionState } from '../reading/versions.ts';

const grounds: Readonly<Record<VersionState | 'faulty' | 'problem' | 'nothing', string>> = {
  live: 'ok',
  rollout: 'accent',
  waiting: 'info',
  earlier: 'plain',
  'given-up': 'plain',
  faulty: 'err',
  problem: 'err',
  nothing: 'plain',
};

/** What became of a version, or what is wrong. */
export const badge = (texts: Texts, state: keyof typeof grounds, more: Part = ''): Html =>
  html`<span class="badge ${grounds[state]}">${texts.text(`state.${state}`)}${more}</span>`;

/** A moment; what isn't one is said as it is. */
export function moment(texts: Texts, at: string | undefined): Html {
  const time = at === undefined ? undefined : new Date(at);
  if (!time || Number.isNaN(time.getTime())) return html`${texts.text('app.unknown')}`;
  return html`<time datetime="${time.toISOString()}">${texts.date(time)}</time>`;
}

/** A fact with its name; none when there is nothing to say. */
export const fact = (name: string, value: Part): Html | undefined =>
  value === undefined || value === false ? undefined : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** Faults, with the place in the sources that their messages name. */
export const faultList = (texts: Texts, faults: readonly Fault[]): Html =>
  html`<ul class="faults" role="list">${faults.map(
    ({ version, module, code: name, message, at }) =>
      html`<li><p class="small">${moment(texts, at)} ${code(version)} ${module !== undefined && code(module)}</p><p>${explained(texts, message.startsWith(name) ? message : `${name} ${message}`)}</p></li>`,
  )}</ul>`;

/** Addresses of the site, or other short names. */
export const chips = (names: readonly string[]): Html =>
  html`<ul class="chips" role="list">${names.map((name) => html`<li>${code(name)}</li>`)}</ul>`;

/** What the links to the pages before and after say: of lists by time, or by name. */
const turns = {
  times: ['pages.newer', 'pages.older'],
  names: ['pages.previous', 'pages.next'],
} as const;

/**
 * Links to the pages before and after one of several.
 *
 * @param path may have a query
 */
export function pager(
  texts: Texts,
  { page, pages }: PageNumber,
  path: string,
  by: keyof typeof turns = 'times',
): Html | undefined {
  if (pages === 1) return undefined;
  const [before, after] = turns[by];
  const link = (to: number, name: TextName) =>
    html`<li><a class="button quiet" href="${path}${path.includes('?') ? '&' : '?'}page=${to}">${texts.text(name)}</a></li>`;
  return html`<nav class="pager" aria-label="${texts.text('pages.label')}"><ul role="list">${page > 1 && link(page - 1, before)}<li><span>${texts.text('pages.of', { page, pages })}</span></li>${page < pages && link(page + 1, after)}</ul></nav>`;
}

/** The path of an app, or of a version, in a language. */
export const pathOf = ({ language }: Texts, app: string, version?: string): string =>
  `/${language}/apps/${app}${version === undefined ? '' : `/${version}`}`;

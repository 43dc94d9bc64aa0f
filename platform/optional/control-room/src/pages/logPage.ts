import type { LogPage } from '@site/releases/history/readLog.ts';
import { storePath } from '@site/releases/names.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import type { LogFilter } from '../reading/roomLog.ts';
import { pageHead, roomPage } from './layout.ts';
import { logEntry } from './logEntry.ts';
import { pager } from './parts.ts';

/** What the page is made of. */
export interface LogPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly log: LogPage;
  readonly filter: LogFilter;
}

/** Who did what, newest first. */
export function logPage({ texts, reader, log, filter }: LogPageParts): Html {
  const query = new URLSearchParams([
    ...(filter.subject === '' ? [] : [['app', filter.subject]]),
    ...(filter.key === '' ? [] : [['key', filter.key]]),
  ]);
  const path = query.size > 0 ? `/log?${query}` : '/log';
  if (log.page > 1) query.set('page', String(log.page));
  const isFiltered = filter.subject !== '' || filter.key !== '';
  return roomPage({
    texts,
    title: texts.text('log'),
    path: query.size > 0 ? `/log?${query}` : '/log',
    place: 'log',
    reader,
    content: html`${pageHead(texts.text('log'), texts.text('log.lead'))}
<div class="inner section">
${filterForm(texts, log, filter)}
${log.isCut.length > 0 && html`<p class="alert err">${texts.text('log.cut', { names: log.isCut.join(', ') })}</p>`}
${log.entries.length === 0 ? html`<p>${texts.text(isFiltered ? 'log.noneFound' : 'log.none')}</p>` : html`<ol class="log" role="list">${log.entries.map((entry) => logEntry(texts, entry))}</ol>`}
${pager(texts, log, `/${texts.language}${path}`)}
</div>`,
  });
}

type Option = readonly [value: string, name: string];

function filterForm(texts: Texts, { subjects, keys }: LogPage, filter: LogFilter): Html {
  const apps = subjects.map((one): Option => [one, one === storePath.policy ? texts.text('log.routePolicy') : one]);
  const known = keys.map(({ key, name = key }): Option => [key, name]);
  return html`<form class="filter" role="search">${[
    choice('app', texts.text('log.app'), filter.subject, [['', texts.text('log.allApps')], ...apps]),
    choice('key', texts.text('log.keys'), filter.key, [['', texts.text('log.allKeys')], ...known]),
  ]}<button class="button primary">${texts.text('log.show')}</button></form>`;
}

/** A choice, also of what was asked for and isn't there: the page must not look as if nothing was chosen. */
function choice(name: string, label: string, chosen: string, options: readonly Option[]): Html {
  const all = options.some(([value]) => value === chosen) ? options : [...options, [chosen, chosen] as const];
  return html`<p><label for="${name}">${label}</label><select id="${name}" name="${name}">${all.map(
    ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
  )}</select></p>`;
}

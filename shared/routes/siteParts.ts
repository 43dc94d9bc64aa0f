import type { ApiCallName } from '../contract/api.ts';
import { currentTable } from './currentTable.ts';
import type { SitePart } from './table.ts';

/** The calls of the site's API that each part is for. */
const siteParts: Readonly<Record<SitePart, readonly ApiCallName[]>> = {
  messages: ['sendMessage'],
  news: ['listNews', 'findArticle'],
};

/**
 * The parts that a site goes without: those that none of its remotes asks for.
 *
 * @param asked the calls of each remote; undefined for one that doesn't say, and may make any
 */
export const lackedParts = (asked: readonly (readonly ApiCallName[] | undefined)[]): readonly SitePart[] =>
  Object.entries(siteParts).flatMap(([part, calls]) => {
    const isAsked = asked.some((own) => !own || calls.some((call) => own.includes(call)));
    return isAsked ? [] : [part as SitePart];
  });

/** Whether the site has a part, for pages whose texts depend on it. While the part's remote is down, it still has it. */
export const siteHas = (part: SitePart): boolean => !currentTable().lacks?.includes(part);

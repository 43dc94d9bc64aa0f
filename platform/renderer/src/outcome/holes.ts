import { parseFragment, serialize } from 'parse5';

/**
 * HTML as a browser would write it again; undefined when it isn't whole: it could end elements around it, such as with `</div>` too
 * much, a second `<li>`, or a comment without an end. Parsing it once more tells, since browsers drop or move what doesn't fit.
 */
export function wholeHtml(html: string): string | undefined {
  const written = serialize(parseFragment(html));
  const page = pageAround(written);
  // What would end an element around it, a browser leaves out of the fragment alone.
  const isWhole = endTagsIn(html) <= endTagsIn(written) && serialize(parseFragment(page)) === page;
  return isWhole ? written : undefined;
}

const endTagsIn = (html: string): number => html.match(/<\/[a-z]/gi)?.length ?? 0;

/** In the elements that a start tag of the same kind can end from inside a block. */
const pageAround = (html: string): string => `<ul><li><div>${html}</div></li></ul><dl><dt><div>${html}</div></dt></dl>`;

const startOf = (id: string) => ` data-hole="${id}">`;
const endOf = (id: string) => `<template data-hole-end="${id}"></template>`;

/**
 * Fills the holes that a part of a page has: shell/src/fragments/collectHoles.tsx makes them. A hole without HTML keeps its fallback.
 * All are looked for before any is filled: otherwise a fragment could write the marks of another hole, and have what belongs there.
 *
 * @param fills the HTML for each hole, by its id
 */
export function fillHoles(html: string, fills: ReadonlyMap<string, string | undefined>): string {
  const found = [...fills].flatMap(([id, fill]) => {
    const start = html.indexOf(startOf(id));
    const inside = start + startOf(id).length;
    const end = html.indexOf(endOf(id), inside);
    return start < 0 || end < 0 ? [] : [{ fill, start, inside, end, after: end + endOf(id).length }];
  });
  let filled = '';
  let done = 0;
  for (const { fill, start, inside, end, after } of found.sort((one, other) => one.start - other.start)) {
    // A hole in the fallback of a filled one is gone with it.
    if (start < done) continue;
    filled += `${html.slice(done, start)}>${fill ?? html.slice(inside, end)}`;
    done = after;
  }
  return filled + html.slice(done);
}

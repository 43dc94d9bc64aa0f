/**
 * A feed's XML up to the end of its root element, without comments, and with CDATA sections as the escaped text that they stand
 * for. Undefined when the feed is cut off. The parser doesn't insist on the end, takes text for comments, and is confused by the
 * comments and scripts that hosts append.
 */
export function tidyXml(text: string): string | undefined {
  const xml = withoutSections(text);
  const end = rootEnd(xml);
  return end && (end.root === 'rdf' ? withoutContents(xml.slice(0, end.position)) : xml.slice(0, end.position));
}

/** What comes after a section that doesn't end is left out. */
function withoutSections(text: string): string {
  const pattern = /<!\[CDATA\[|<!--/g;
  let rest = 0;
  let xml = '';
  for (let start = pattern.exec(text); start; start = pattern.exec(text)) {
    const endTag = start[0] === '<!--' ? '-->' : ']]>';
    const end = text.indexOf(endTag, pattern.lastIndex);
    xml += text.slice(rest, start.index);
    if (end < 0) return xml;
    if (endTag === ']]>') xml += escaped(text.slice(pattern.lastIndex, end));
    rest = end + endTag.length;
    pattern.lastIndex = rest;
  }
  return xml + text.slice(rest);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replace(/[&<>]/g, (character) => entities[character] ?? character);

/** Where the root element of a feed ends, if it does. */
function rootEnd(xml: string): { readonly root: string; readonly position: number } | undefined {
  let root: string | undefined;
  let depth = 0;
  for (const match of xml.matchAll(/<(\/?)(?:[\w.-]+:)?(rss|feed|rdf)(?=[\s/>])[^<>]*>/gi)) {
    const [tag, slash, name = ''] = match;
    root ??= name.toLowerCase();
    // An entry may hold a feed of the same kind.
    if (name.toLowerCase() !== root || tag.endsWith('/>')) continue;
    depth += slash === '/' ? -1 : 1;
    if (depth <= 0) return { root, position: match.index + tag.length };
  }
  return undefined;
}

/** Renames the table of contents of RSS 1.0: the parser returns only the items that it lists, and those as often as it does. */
const withoutContents = (xml: string): string => xml.replace(/<(\/?(?:[\w.-]+:)?)items(?=[\s>])/gi, '<$1contents');

/** How many items a tidy feed has, wherever they are. */
export const countItems = (xml: string): number => xml.match(/<(?:[\w.-]+:)?(?:item|entry)(?=[\s/>])/gi)?.length ?? 0;

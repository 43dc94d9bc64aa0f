/** Everything that says where a feed in XML ends: its root element, and what may hold its tags as text. */
const landmark = /<!\[CDATA\[|<!--|<(\/?)(?:[\w.-]+:)?(rss|feed|rdf)(?=[\s/>])[^<>]*>/gi;
const sectionEnds: Readonly<Record<string, string>> = { '<![CDATA[': ']]>', '<!--': '-->' };

/**
 * The position after the closing tag of a feed's root element; undefined when the feed is cut off. The parser insists on
 * neither, and hosts append comments and scripts to what they serve.
 */
export function rootEnd(text: string): number | undefined {
  const pattern = new RegExp(landmark);
  let root: string | undefined;
  let depth = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [tag, slash, name = ''] = match;
    const sectionEnd = sectionEnds[tag.toUpperCase()];
    if (sectionEnd) {
      const end = text.indexOf(sectionEnd, pattern.lastIndex);
      if (end < 0) return undefined;
      pattern.lastIndex = end;
      continue;
    }
    root ??= name.toLowerCase();
    // An entry of one kind of feed may hold a feed of the same kind.
    if (name.toLowerCase() !== root || tag.endsWith('/>')) continue;
    depth += slash === '/' ? -1 : 1;
    if (depth <= 0) return pattern.lastIndex;
  }
  return undefined;
}

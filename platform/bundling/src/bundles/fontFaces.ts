/** The fonts that a remote, or a package in it, brings with its style sheets. */
import tokens from '@site/company/tokens.json' with { type: 'json' };
import { type AtRule, type Declaration, list, parse, type Root } from 'postcss';
import { parseSheet } from './parseSheet.ts';

/** A place in a style sheet, and what is wrong there. */
interface FontProblem {
  readonly rule: AtRule;
  readonly reason: string;
}

/** The families of the site's faces, and those that stand in for them. Another face of these names would change every page. */
const siteFamilies = new Set(
  Object.values(tokens.font.family).flatMap(({ $value }) => $value.map((family) => family.toLowerCase())),
);

const isWoff2 = /\.woff2(?:[?#][^"')]*)?["']?\)/i;
const isFile = /^url\(/i;
const isElsewhere = /^url\(\s*["']?(?:[a-z][a-z+.-]*:|\/)/i;

/** Finds faces that would replace the site's, and files that visitors couldn't load. */
export function fontProblemsIn(sheet: Root): readonly FontProblem[] {
  return facesIn(sheet).flatMap((rule) => {
    const reason = problemOf(rule);
    return reason === undefined ? [] : [{ rule, reason }];
  });
}

function problemOf(rule: AtRule): string | undefined {
  const family = valueIn(rule, 'font-family').replace(/^["']|["']$/g, '');
  if (siteFamilies.has(family.toLowerCase()))
    return `"${family}" is a family of the site’s own. Give yours another name, or use the site’s with var(--font-text)`;
  const files = sourcesIn(rule)
    .flatMap(({ value }) => list.comma(value))
    .filter((source) => isFile.test(source));
  if (files.some((file) => isElsewhere.test(file)))
    return `"${family}" is loaded from elsewhere, which the Content Security Policy forbids. Put the file beside the sheet`;
  if (files.length > 0 && !files.some((file) => isWoff2.test(file)))
    return `"${family}" has no .woff2 file, the smallest format, which all browsers load. Convert it, or install its @fontsource package`;
  return undefined;
}

/**
 * A style sheet whose text is never hidden while a font loads, unless its author says so, and whose fonts have one format each:
 * packages also have older ones, for browsers that the site isn't built for. Lines keep their numbers.
 */
export function withQuickFonts(css: string, file: string): string {
  if (!/@font-face/i.test(css)) return css;
  const sheet = parseSheet(css, file);
  for (const rule of facesIn(sheet)) {
    for (const declaration of sourcesIn(rule)) keepWoff2(declaration);
    if (valueIn(rule, 'font-display') === '')
      rule.append({ prop: 'font-display', value: 'swap', raws: { before: ' ' } });
  }
  return sheet.toString();
}

function keepWoff2(declaration: Declaration): void {
  const kept = list.comma(declaration.value).filter((source) => !isFile.test(source) || isWoff2.test(source));
  // Before the line with the file that counts, packages have one for Internet Explorer.
  if (kept.length === 0) declaration.remove();
  else declaration.value = kept.join(', ');
}

/** A font file that a built style sheet names. */
export interface BuiltFont {
  /** Its address, as in the sheet. */
  readonly address: string;
  /** Whether browsers load it for English texts: fonts of packages have a file for each script. */
  readonly isLatin: boolean;
}

/** The fonts of a built style sheet. */
export function fontsOf(css: string): readonly BuiltFont[] {
  if (!/@font-face/i.test(css)) return [];
  return facesIn(parse(css)).flatMap((rule) => {
    const isLatin = isInRange(letter, valueIn(rule, 'unicode-range'));
    const addresses = sourcesIn(rule).flatMap(({ value }) =>
      [...value.matchAll(/url\(\s*["']?([^"')]+)/gi)].map(([, address = '']) => address),
    );
    return addresses.map((address) => ({ address, isLatin }));
  });
}

/** Every page has it. */
const letter = 'e'.codePointAt(0) ?? 0;

/** Whether a `unicode-range` has a character. Without one, a face has all. */
function isInRange(character: number, ranges: string): boolean {
  if (ranges === '') return true;
  return list.comma(ranges).some((range) => {
    const [, first = '', last = first] = /^u\+([\da-f?]+)(?:-([\da-f]+))?$/i.exec(range) ?? [];
    const from = Number.parseInt(first.replaceAll('?', '0'), 16);
    const to = Number.parseInt(last.replaceAll('?', 'f'), 16);
    return from <= character && character <= to;
  });
}

function facesIn(sheet: Root): readonly AtRule[] {
  const faces: AtRule[] = [];
  sheet.walkAtRules(/^font-face$/i, (rule) => {
    faces.push(rule);
  });
  return faces;
}

const sourcesIn = (rule: AtRule): readonly Declaration[] => declarationsIn(rule, 'src');

/** The last one counts. */
const valueIn = (rule: AtRule, property: string): string => declarationsIn(rule, property).at(-1)?.value.trim() ?? '';

const declarationsIn = (rule: AtRule, property: string): readonly Declaration[] =>
  (rule.nodes ?? []).flatMap((node) =>
    node.type === 'decl' && node.prop.toLowerCase() === property ? [node as Declaration] : [],
  );

import type { Part, Style } from './sheetParts.ts';

/** The custom properties that a text names. */
const propertiesIn = (text: string): string[] => text.match(/(?<![\w-])--[\w-]+/g) ?? [];

const isCustom = ({ name }: Style): boolean => name.startsWith('--');

/** A declaration, and whether it applies to the whole document in any window and theme. */
interface Placed {
  readonly style: Style;
  readonly isEverywhere: boolean;
}

function placedIn(parts: readonly Part[], isAlways = true): Placed[] {
  return parts.flatMap((part): Placed[] => {
    if (part.kind === 'group') return placedIn(part.parts, isAlways && part.head.startsWith('@layer'));
    if (part.kind !== 'rule') return [];
    const isEverywhere = isAlways && part.selectors.length === 1 && part.selectors[0]?.text === ':root';
    return part.styles.map((style) => ({ style, isEverywhere }));
  });
}

/** All texts of style sheets other than declarations. */
const othersIn = (parts: readonly Part[], animations: ReadonlySet<string>): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'group') return othersIn(part.parts, animations);
    return part.kind === 'other' || (part.kind === 'animation' && animations.has(part.name)) ? [part.text] : [];
  });

/** A use of a property, and the fallback. */
const use = /var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)/g;

/** What becomes of the custom properties of a document's style sheets. */
export interface CustomProperties {
  /** Whether anything needs a property. */
  readonly isNeeded: (name: string) => boolean;
  /** A value with the values of properties that are used only once, and with what replaces undefined ones. */
  readonly write: (value: string) => string;
}

/**
 * Finds out which custom properties a document needs. Where a property has one value everywhere and is used once, its use
 * becomes its value.
 *
 * @param animations the names of the animations that the document has
 */
export function customProperties(
  parts: readonly Part[],
  animations: ReadonlySet<string>,
  html: string,
): CustomProperties {
  const placed = placedIn(parts);
  const definitions = Map.groupBy(
    placed.filter(({ style }) => isCustom(style)),
    ({ style }) => style.name,
  );
  const named = new Set([...othersIn(parts, animations).flatMap(propertiesIn), ...propertiesIn(html)]);
  const uses = usesOf(placed, definitions, named);
  const values = new Map<string, string>();
  for (const [name, [first, ...others]] of definitions)
    if (first?.isEverywhere && others.length === 0 && !first.style.isImportant && !named.has(name))
      values.set(name, first.style.value);
  const fixed = fixedNames(values);
  const once = new Set([...fixed].filter((name) => uses.get(name) === 1));
  const write = (value: string): string =>
    value.replace(use, (text, name: string, fallback?: string) => {
      if (once.has(name)) return write(values.get(name) ?? '');
      if (fallback === undefined) return text;
      return definitions.has(name) || named.has(name) ? `var(${name},${write(fallback)})` : write(fallback);
    });
  return { isNeeded: (name) => uses.has(name) && !once.has(name), write };
}

/** How many properties a value may be made of, one in the other. */
const mostNested = 8;

/** The properties whose values are made of such properties alone: they mean the same wherever they are written. */
function fixedNames(values: ReadonlyMap<string, string>): Set<string> {
  const fixed = new Set<string>();
  for (let round = 0; round < mostNested; round += 1)
    for (const [name, value] of values) if (propertiesIn(value).every((inner) => fixed.has(inner))) fixed.add(name);
  return fixed;
}

/** How often each property is used, by what a document needs. */
function usesOf(
  placed: readonly Placed[],
  definitions: ReadonlyMap<string, readonly Placed[]>,
  named: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const uses = new Map([...named].map((name) => [name, 1]));
  const count = (styles: readonly Placed[]) => {
    for (const name of styles.flatMap(({ style }) => propertiesIn(style.value)))
      uses.set(name, (uses.get(name) ?? 0) + 1);
  };
  count(placed.filter(({ style }) => !isCustom(style)));
  // A map visits what is added meanwhile.
  for (const name of uses.keys()) count(definitions.get(name) ?? []);
  return uses;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** The shortest names: `--a`, `--b` … `--a1`. */
const nameOf = (index: number): string => {
  const round = Math.floor(index / alphabet.length);
  return `--${alphabet[index % alphabet.length]}${round > 0 ? round.toString(36) : ''}`;
};

/**
 * Gives the custom properties of a document short names, except those that its HTML names. Nothing else sees them: the whole
 * style sheets replace all of these at once.
 */
export function withShortNames(sheets: readonly string[], html: string): string[] {
  const kept = new Set(propertiesIn(html));
  const defined = new Set(
    sheets.flatMap((sheet) => sheet.match(/(?<=[{;])--[\w-]+(?=:)|(?<=@property )--[\w-]+/g) ?? []),
  );
  const names = new Map<string, string>();
  let count = 0;
  for (const name of defined) {
    if (kept.has(name)) continue;
    let short: string;
    do short = nameOf(count++);
    while (kept.has(short));
    names.set(name, short);
  }
  return sheets.map((sheet) => sheet.replace(/(?<![\w-])--[\w-]+/g, (name) => names.get(name) ?? name));
}

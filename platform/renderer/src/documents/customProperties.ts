import type { Part, Style } from '@site/releases/reading/sheetParts.ts';

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

/** The registered properties: they have a type, and some aren't inherited. */
const registeredIn = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (part.kind === 'group') return registeredIn(part.parts);
    return part.kind === 'property' ? [part.name] : [];
  });

/** A use of a property, the fallback, and the character after it. */
const use = /var\((--[\w-]+)(?:,((?:[^()]|\([^()]*\))*))?\)(?=(.?))/g;

/** A value that the next character doesn't become a part of. */
const apart = (value: string, next: string): string => (/[\w(#.+-]/.test(next) ? `${value} ` : value);

/** Which custom properties a document's style sheets need, and how their values are written. */
export interface CustomProperties {
  /** Whether anything needs a property. */
  readonly isNeeded: (name: string) => boolean;
  /** A value with the values of properties that have only one, and with what replaces undefined ones. */
  readonly write: (value: string) => string;
}

/**
 * Finds out which custom properties a document needs. Where a property has one value everywhere, its uses become that value:
 * compressed, it takes no more than a name, and its definition nothing.
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
  const named = new Set([
    ...othersIn(parts, animations).flatMap(propertiesIn),
    ...propertiesIn(html),
    ...placed.flatMap(({ style }) => unreadIn(style.value)),
  ]);
  const kept = new Set([...named, ...registeredIn(parts)]);
  const values = new Map<string, string>();
  for (const [name, [first, ...others]] of definitions)
    if (first?.isEverywhere && others.length === 0 && !first.style.isImportant && !kept.has(name))
      values.set(name, first.style.value);
  const fixed = fixedValues(values);
  const used = usedNames(placed, definitions, named);
  const write = (value: string): string =>
    value.replace(use, (text, name: string, fallback: string | undefined, next: string) => {
      const known = fixed.get(name);
      if (known !== undefined) return apart(known, next);
      if (fallback === undefined) return text;
      return definitions.has(name) || named.has(name)
        ? `var(${name},${write(fallback)})`
        : apart(write(fallback), next);
    });
  return { isNeeded: (name) => used.has(name) && !fixed.has(name), write };
}

/** How many properties a value may be made of, one in the other, and how long it may get: sheets may be designed to be slow. */
const most = { nested: 8, length: 200 };

/** The properties in a value that is nested more deeply than `use` reads. */
function unreadIn(value: string): string[] {
  let rest = value;
  for (let round = 0; round < most.nested && rest.includes('--'); round += 1)
    rest = rest.replace(use, (_, _name: string, fallback = '') => fallback);
  return propertiesIn(rest);
}

/** The values of properties that are made of such properties alone: they mean the same wherever they are written. */
function fixedValues(values: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const fixed = new Map<string, string>();
  let open = [...values].map(([name, value]) => ({ name, value, inner: propertiesIn(value) }));
  for (let round = 0; round < most.nested; round += 1)
    open = open.filter(({ name, value, inner }) => {
      if (!inner.every((property) => fixed.has(property))) return true;
      const written = value.replace(use, (_, property: string, _fallback, next: string) =>
        apart(fixed.get(property) ?? '', next),
      );
      if (written.length <= most.length) fixed.set(name, written);
      return false;
    });
  return fixed;
}

/** The properties that something in a document uses. */
function usedNames(
  placed: readonly Placed[],
  definitions: ReadonlyMap<string, readonly Placed[]>,
  named: ReadonlySet<string>,
): ReadonlySet<string> {
  const used = new Set(named);
  const add = (styles: readonly Placed[]) => {
    for (const name of styles.flatMap(({ style }) => propertiesIn(style.value))) used.add(name);
  };
  add(placed.filter(({ style }) => !isCustom(style)));
  // A set visits what is added meanwhile.
  for (const name of used) add(definitions.get(name) ?? []);
  return used;
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

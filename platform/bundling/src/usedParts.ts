import { join } from 'node:path';
import { apiCalls } from '@site/shared/contract/api.ts';
import { type JSXAttributeItem, type Node, parseSync, Visitor } from 'oxc-parser';
import { perSource } from './perSource.ts';
import { root } from './project.ts';
import { bundledSources } from './singletonExports.ts';

/** What a remote's sources have to do with the site and with other teams' parts, as far as they name it in plain text. */
export interface UsedParts {
  /** The fragments that they show, with the names of the values that they give. */
  readonly uses: Readonly<Record<string, readonly string[]>>;
  readonly listens: readonly string[];
  /** The file in which each event is emitted. */
  readonly emitted: Readonly<Record<string, string>>;
  /** The calls of the site's API. */
  readonly calls: readonly string[];
}

/** Reads which fragments a remote shows, which events it emits and hears, and which calls it makes. Names that are computed are unknown. */
export const usedParts = (remote: string): UsedParts => partsOf(bundledSources(remote), root);

/** The same of some files, by their paths from a folder. */
export function partsOf(sources: readonly string[], folder: string): UsedParts {
  const files = sources.map((file) => ({ file, ...partsIn(join(folder, file)) }));
  const shown = Map.groupBy(
    files.flatMap(({ fragments }) => fragments),
    ({ name }) => name,
  );
  const emitted = files.flatMap(({ file, emits }) => emits.map((event) => [event, file] as const));
  return {
    uses: Object.fromEntries(
      [...shown]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, places]) => [name, sortedNames(places.flatMap(({ values }) => values))]),
    ),
    listens: sortedNames(files.flatMap(({ listens }) => listens)),
    emitted: Object.fromEntries(emitted.toReversed()),
    calls: sortedNames(files.flatMap(({ calls }) => calls)),
  };
}

const sortedNames = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

/** A `<Fragment name="…" props={{ … }}>`. */
interface ShownFragment {
  readonly name: string;
  readonly values: readonly string[];
}

interface PartsOfFile {
  readonly fragments: readonly ShownFragment[];
  readonly listens: readonly string[];
  readonly emits: readonly string[];
  readonly calls: readonly string[];
}

/** As a method, or taken from the client by name: `api.listNews(…)`, `{ listNews }`. */
const callPattern = new RegExp(`\\b(?:${Object.keys(apiCalls).join('|')})\\b`);

const partsIn = perSource((file, code): PartsOfFile => {
  const parsed = parseSync(file, code);
  const imported = new Map(
    parsed.module.staticImports
      .filter(({ moduleRequest }) => moduleRequest.value === '@site/shared')
      .flatMap(({ entries }) => entries)
      .map(({ localName, importName }) => [localName.value, importName.name]),
  );
  const found = {
    fragments: [] as ShownFragment[],
    listens: [] as string[],
    emits: [] as string[],
    calls: [] as string[],
  };
  const isNamed = (imports: readonly string[]) => imports.some((name) => [...imported.values()].includes(name));
  // The syntax tree is made when it is asked for, and takes longest.
  if (!isNamed(['Fragment', 'useSiteEvent', 'emit']) && !callPattern.test(code)) return found;
  const called = (name: string | undefined) => {
    if (name !== undefined && Object.hasOwn(apiCalls, name)) found.calls.push(name);
  };
  new Visitor({
    JSXOpeningElement: ({ name: element, attributes }) => {
      if (element.type !== 'JSXIdentifier' || imported.get(element.name) !== 'Fragment') return;
      const name = textOf(attributeOf(attributes, 'name'));
      if (name !== undefined) found.fragments.push({ name, values: keysOf(attributeOf(attributes, 'props')) });
    },
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type !== 'Identifier') return;
      const event = textOf(first);
      if (event === undefined) return;
      if (imported.get(callee.name) === 'useSiteEvent') found.listens.push(event);
      if (imported.get(callee.name) === 'emit') found.emits.push(event);
    },
    MemberExpression: ({ property, computed }) => {
      called(property.type === 'Identifier' && !computed ? property.name : textOf(property));
    },
    ObjectPattern: ({ properties }) => {
      for (const one of properties)
        if (one.type === 'Property') called(one.key.type === 'Identifier' ? one.key.name : textOf(one.key));
    },
  }).visit(parsed.program);
  return found;
});

/** The value of an attribute, without its braces. */
function attributeOf(attributes: readonly JSXAttributeItem[], wanted: string): Node | undefined {
  for (const attribute of attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name !== wanted) continue;
    const { value } = attribute;
    return (value?.type === 'JSXExpressionContainer' ? value.expression : value) ?? undefined;
  }
  return undefined;
}

const textOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;

/** The names in an object, without spread and computed ones. */
function keysOf(node: Node | undefined): readonly string[] {
  if (node?.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.computed) return [];
    return property.key.type === 'Identifier' ? [property.key.name] : (textOf(property.key) ?? []);
  });
}

import { join } from 'node:path';
import recordedTypes from '@site/shared/exportedTypes.json' with { type: 'json' };
import { parseSync } from 'oxc-parser';
import { perSource } from './perSource.ts';
import { root } from './project.ts';
import { bundledSources } from './singletonExports.ts';

/** Names of properties, by the component of `@site/shared` that has them. */
export type Properties = Readonly<Record<string, readonly string[]>>;

type Members = Readonly<Record<string, string>>;

/** The names of the properties of components. */
export const namesOf = (components: Readonly<Record<string, Members>>): Properties =>
  Object.fromEntries(
    Object.entries(components).map(([name, members]) => [
      name,
      Object.keys(members).map((own) => own.replace('?', '')),
    ]),
  );

const known = namesOf(recordedTypes.components);

/**
 * The properties that a remote passes to components of `@site/shared`. Attributes that a library declares, such as `onClick` of
 * a button, don't count; spread ones are unknown.
 */
export function usedProperties(remote: string): Properties {
  const given = Map.groupBy(
    bundledSources(remote).flatMap((file) => givenIn(join(root, file))),
    ({ component }) => component,
  );
  const names = [...given].map(([component, uses]): [string, string[]] => [
    component,
    [...new Set(uses.map(({ property }) => property))].sort(),
  ]);
  return Object.fromEntries(names.sort());
}

/** The properties that a file passes to components that it imports. */
const givenIn = perSource((file, code): readonly { readonly component: string; readonly property: string }[] => {
  const parsed = parseSync(file, code);
  const entries = parsed.module.staticImports
    .filter(({ moduleRequest }) => moduleRequest.value === '@site/shared')
    .flatMap(({ entries: own }) => own);
  const components = new Map(entries.map(({ localName, importName }) => [localName.value, importName.name ?? '']));
  // The syntax tree is made when it is asked for, and takes longest.
  if (components.size === 0) return [];
  return [...elementsIn(parsed.program)].flatMap(({ name, properties }) => {
    const component = components.get(name) ?? '';
    const own = Object.hasOwn(known, component) ? (known[component] ?? []) : [];
    return properties.filter((property) => own.includes(property)).map((property) => ({ component, property }));
  });
});

/** A JSX element: `<Name property>children</Name>`. */
interface Element {
  readonly name: string;
  readonly properties: readonly string[];
}

/** A node of the syntax tree, as far as JSX matters. */
interface Node {
  readonly type?: string;
  readonly name?: Node | string;
  readonly attributes?: readonly Node[];
  readonly openingElement?: Node;
  readonly children?: readonly Node[];
}

function* elementsIn(value: unknown): Generator<Element> {
  if (typeof value !== 'object' || value === null) return;
  const { type, openingElement, children = [] } = value as Node;
  if (type === 'JSXElement' && openingElement) {
    const properties = (openingElement.attributes ?? []).map(nameOf).filter((name) => name !== '');
    yield { name: nameOf(openingElement), properties: children.length > 0 ? [...properties, 'children'] : properties };
  }
  for (const inner of Object.values(value)) yield* elementsIn(inner);
}

/** The plain name of an element or attribute; nothing for `<A.B>`, `{...spread}` and `aria:label`. */
const nameOf = ({ name }: Node): string => (typeof name === 'object' && typeof name.name === 'string' ? name.name : '');

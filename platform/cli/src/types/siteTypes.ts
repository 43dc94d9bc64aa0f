import type { EventFieldKind, EventFields } from '@site/shared/contract/event.ts';
import type { FragmentParameters } from '@site/shared/contract/fragment.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import type { SitePage, SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { isIn } from '@site/shared/routes/table.ts';

/** The interfaces that `@site/shared` checks names and values by. */
const siteInterfaces = ['SitePages', 'SiteFragments', 'SiteEvents'] as const;

/** The names that are declared already, by interface. */
export type DeclaredNames = Readonly<Record<(typeof siteInterfaces)[number], ReadonlySet<string>>>;

/** What is live. */
interface LiveParts {
  readonly routes: Pick<SiteRoutes, 'pages' | 'fragments'>;
  readonly releases: readonly ReleaseManifest[];
}

/** A member of an interface: its name, who has it, and its type. */
interface Member {
  readonly name: string;
  readonly about: string;
  readonly type: readonly string[];
}

const heading = `/**
 * What other teams’ live releases offer. \`npx site types\` writes this file: run it again to use what they have added or changed.
 */
`;

/**
 * The declarations of what is live and not declared yet: names and parameters of pages, values of fragments, fields of events. What is
 * the same has the same text.
 */
export function siteTypes({ routes, releases }: LiveParts, declared: DeclaredNames): string {
  const pages = Object.entries(routes.pages).map(([name, page]) => pageMember(name, page));
  const fragments = Object.entries(routes.fragments).map(([name, { remote, props }]) => ({
    name,
    about: `Of ${remote}.`,
    type: fragmentType(props),
  }));
  const events = releases.flatMap(({ name: remote, emits = {} }) =>
    Object.entries(emits).map(([name, fields]) => ({ name, about: `Of ${remote}.`, type: eventType(fields) })),
  );
  const members = { SitePages: pages, SiteFragments: fragments, SiteEvents: events };
  const written = siteInterfaces.flatMap((name) => {
    const missing = members[name].filter((member) => !declared[name].has(member.name));
    return missing.length > 0 ? [interfaceText(name, missing)] : [];
  });
  return [heading, ...written].join('\n');
}

/** Whether declarations have anything besides the heading. */
export const isEmpty = (types: string): boolean => types === heading;

function pageMember(name: string, page: SitePage): Member {
  const { remote, paths, query = {}, freeQuery = {}, search = {} } = page;
  const asked = [query, freeQuery, search].flatMap(Object.keys).sort();
  const language = languages.find((each) => isIn(page, each));
  return {
    name,
    about: `Of ${remote}.${asked.length > 0 ? ` Query parameters: ${asked.join(', ')}.` : ''}`,
    type: ['{', `  readonly paths: '${language ? paths[language] : ''}';`, '}'],
  };
}

const fragmentType = (props: FragmentParameters | undefined): readonly string[] =>
  props === undefined
    ? ['unknown']
    : ['{', '  readonly props: {', ...membersOf(props, ({ max }) => `{ readonly max: ${max} }`, '    '), '  };', '}'];

const kindTypes: Readonly<Record<EventFieldKind, string>> = { text: 'string', number: 'number', boolean: 'boolean' };

const eventType = (fields: EventFields): readonly string[] =>
  Object.keys(fields).length === 0
    ? ['Readonly<Record<string, never>>']
    : ['{', ...membersOf(fields, (kind) => kindTypes[kind], '  '), '}'];

const membersOf = <Value>(values: Readonly<Record<string, Value>>, typeOf: (value: Value) => string, indent: string) =>
  Object.entries(values)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${indent}readonly ${name}: ${typeOf(value)};`);

function interfaceText(name: string, members: readonly Member[]): string {
  const lines = members
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(({ name: member, about, type: [first = '', ...others] }) => {
      const lines = [`/** ${about} */`, `readonly ${keyOf(member)}: ${first}`, ...others];
      return [...lines.slice(0, -1), `${lines.at(-1)};`];
    });
  return `interface ${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

/** A name as formatters write it: in quotes only where it needs them. */
const keyOf = (name: string): string => (/^[a-z]\w*$/i.test(name) ? name : `'${name}'`);

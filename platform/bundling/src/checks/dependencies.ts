import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.ts';
import type { Check } from './Check.ts';
import { installationProblems } from './installation.ts';
import { type Files, readFiles } from './sources.ts';

const page = 'docs/dependencies.md';

/** The manifests for Kubernetes that name a version: the chart's, and the image's. */
const manifests = ['docs/deploy/kubernetes/Chart.yaml', 'docs/deploy/kubernetes/example/kustomization.yaml'] as const;

/**
 * Every package but types has a reason in docs/dependencies.md, and one version in the repository. So has the platform. What is
 * installed is locked.
 */
export const dependencies: Check = {
  name: 'packages',
  run: async () => {
    const descriptions = readFiles(
      'package.json',
      '{shared,api,shell,remotes,platform,tests}/**/package{,.template}.json',
    );
    const used = declaredIn(descriptions).filter(({ name }) => !/^@(?:site|types)\//.test(name));
    return [
      ...severalVersions(descriptions),
      ...otherThanRoot(descriptions, readFiles(...manifests)),
      ...installationProblems({
        lock: contentOf('package-lock.json'),
        settings: contentOf('.npmrc'),
        nodeVersion: contentOf('.nvmrc'),
      }),
      ...withoutReason(new Set(used.map(({ name }) => name)), contentOf(page)),
    ];
  },
};

const contentOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A package that a package.json names. */
interface Declared {
  readonly file: string;
  readonly name: string;
  readonly version: string;
}

/** What each package.json names, except peers, which have ranges. */
function declaredIn(descriptions: Files): readonly Declared[] {
  return [...descriptions].flatMap(([file, text]) => {
    const content = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, string>>>>;
    const all = { ...content.dependencies, ...content.devDependencies, ...content.optionalDependencies };
    return Object.entries(all).map(([name, version]) => ({ file, name, version }));
  });
}

/** Packages of which workspaces name several versions: each would bring its own copy. Templates of other sites name any. */
export function severalVersions(descriptions: Files): readonly string[] {
  const declared = declaredIn(descriptions).filter(({ version }) => version !== '*');
  const byName = Map.groupBy(declared, ({ name }) => name);
  return [...byName].flatMap(([name, places]) => {
    const versions = Map.groupBy(places, ({ version }) => version);
    const listed = [...versions].map(([version, [first]]) => `${version} in ${first?.file}`);
    return versions.size === 1
      ? []
      : [`${name} has several versions: ${listed.join(', ')}. Name the same one everywhere.`];
  });
}

/**
 * Workspaces of the platform with another version than the root, since servers and updates read their own package.json, and
 * manifests with another.
 */
export function otherThanRoot(descriptions: Files, manifests: Files): readonly string[] {
  const versionIn = (file: string) => (JSON.parse(descriptions.get(file) ?? '{}') as { version?: string }).version;
  const version = versionIn('package.json');
  const otherIn = (text: string) =>
    [...text.matchAll(/^(?:version|appVersion): (\S+)$|newTag: ([\w.-]+)/gm)].some(
      ([, own, image]) => (own ?? image) !== version,
    );
  return [
    ...[...descriptions.keys()].filter(
      (file) => /^platform\/(?:optional\/)?[\w-]+\/package\.json$/.test(file) && versionIn(file) !== version,
    ),
    ...[...manifests.keys()].filter((file) => otherIn(manifests.get(file) ?? '')),
  ].map((file) => `${file}: the version must be ${version}, as in package.json.`);
}

/** The packages in the tables of a page, and their reasons. */
const reasonsIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^\| `([^`]+)` *\| *(.*?) *\|$/gm)].map(([, name = '', reason = '']) => [name, reason]));

function withoutReason(used: ReadonlySet<string>, text: string): readonly string[] {
  const listed = reasonsIn(text);
  return [
    ...[...used].filter((name) => !listed.get(name)).map((name) => `${page}: say why ${name} is needed`),
    ...[...listed.keys()].filter((name) => !used.has(name)).map((name) => `${page}: ${name} is not used any more`),
  ];
}

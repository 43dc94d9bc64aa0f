import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseSync, type StaticImportEntry } from 'oxc-parser';
import { singletonVersions } from './bundles/singletons.ts';
import { moduleGraph } from './moduleGraph.ts';
import { perSource } from './perSource.ts';
import { filesOf, root } from './project.ts';

/** Names of exports, by the singleton that has them; `*` stands for any. */
export type SingletonExports = Readonly<Record<string, readonly string[]>>;

/** Modules of the platform that stand for a singleton, or for a part of it. */
const ownModules: Readonly<Record<string, string>> = {
  '@site/shared': '@site/shared',
  'react-router-dom': '@site/shared/surface/react-router-dom.ts',
  'react-i18next': '@site/shared/surface/react-i18next.ts',
};

/** What the shell provides of each singleton. */
export function providedExports(): SingletonExports {
  const require = createRequire(import.meta.url);
  return Object.fromEntries(
    Object.keys(singletonVersions).map((name) => {
      const own = ownModules[name];
      const names = own ? [...exportsOf(require.resolve(own))] : Object.keys(require(name) as object);
      return [name, names.sort()];
    }),
  );
}

/** What a remote uses of each singleton. Its use of the JSX runtime, which the compiler adds, is unknown. */
export function usedExports(remote: string): SingletonExports {
  const used = bundledSources(remote).flatMap((file) => importedBy(join(root, file)));
  const names = used.map(({ singleton }) => singleton);
  return Object.fromEntries(
    [...new Set(names)].sort().map((singleton) => {
      const own = used.filter((use) => use.singleton === singleton);
      return [singleton, [...new Set(own.map(({ name }) => name))].sort()];
    }),
  );
}

const singletons = Object.keys(singletonVersions);

const isSource = /\.tsx?$/;

/** The source files that a remote's bundles consist of: its own, and shared ones such as those of forms. */
export const bundledSources = (remote: string): readonly string[] =>
  [...moduleGraph(root, sourceFiles(remote), singletons).files].filter((file) => isSource.test(file));

const sourceFiles = (remote: string): string[] =>
  globSync(filesOf(remote, '*.{ts,tsx}'), { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path));

/** What a file imports of singletons; not the types. */
const importedBy = perSource((file, code) =>
  parseSync(file, code)
    .module.staticImports.filter(({ moduleRequest }) => singletons.includes(moduleRequest.value))
    .flatMap(({ moduleRequest, entries }) =>
      entries
        .filter(({ isType }) => !isType)
        .map(({ importName }) => ({ singleton: moduleRequest.value, name: nameOf(importName) })),
    ),
);

const nameOf = ({ kind, name }: StaticImportEntry['importName']): string =>
  kind === 'Default' ? 'default' : (name ?? '*');

const exportedBy = perSource((file, code) =>
  parseSync(file, code).module.staticExports.flatMap(({ entries }) => entries),
);

/** The names that a module exports, by its absolute path, including re-exports of the project's own modules, without types. */
function exportsOf(file: string): ReadonlySet<string> {
  const entries = exportedBy(file);
  return new Set(
    entries.flatMap(({ isType, exportName, importName, moduleRequest }) => {
      if (isType) return [];
      if (exportName.kind === 'None' && importName.kind === 'AllButDefault' && moduleRequest)
        return [...exportsOf(join(dirname(file), moduleRequest.value))];
      return exportName.kind === 'Default' ? ['default'] : (exportName.name ?? []);
    }),
  );
}

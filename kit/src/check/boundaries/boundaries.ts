import { posix } from 'node:path';
import { remotes, sourcesOf } from '../../build/bundles/apps.ts';
import { singletonVersions } from '../../build/bundles/singletons.ts';
import type { Check } from '../Check.ts';
import { readFiles } from '../sources/files.ts';
import { importsOf } from '../sources/imports.ts';
import { parse, type Sources } from '../sources/parse.ts';
import { isWithin } from '../sources/resolve.ts';
import { refusals } from './refusals.ts';
import { zonesOf } from './zones.ts';

/** Where the parts of packages are that the shell provides under the packages' names. */
const surfaceFolder = 'shared/surface';

/** Libraries that remotes carry themselves. */
const carriedPackages = ['lucide-react'];

/** Who may import what: remotes know nothing but the shared surface, and nobody knows a remote. */
export const boundaries: Check = {
  name: 'boundaries',
  run: async (app) => {
    const folder =
      app === undefined ? '{shared,releases,http,api,shell,remotes,server,kit,testkit,e2e,bench}' : sourcesOf(app);
    const sources = parse(readFiles(`${folder}/**/*.{ts,tsx}`));
    const zones = zonesOf(remotes, [...Object.keys(singletonVersions), ...carriedPackages]);
    const rules = { zones, surfaces: surfacesIn(parse(readFiles(`${surfaceFolder}/*.ts`))) };
    return [...sources].flatMap(([path, source]) =>
      refusals(path, importsOf(source), rules).map((reason) => `${path}: ${reason}`),
    );
  },
};

/** Reads what the shell provides of each package that it provides in part. */
export function surfacesIn(sources: Sources): Readonly<Record<string, readonly string[]>> {
  const surfaces = [...sources].filter(([path]) => isWithin(path, surfaceFolder));
  return Object.fromEntries(
    surfaces.map(([path, { module }]) => [
      posix.basename(path, '.ts'),
      module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name ?? '*')),
    ]),
  );
}

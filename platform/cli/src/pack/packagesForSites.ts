import { isForTests } from '@site/bundling/checks/sources.ts';
import { moduleGraph } from '@site/bundling/moduleGraph.ts';
import { company, root } from '@site/bundling/project.ts';
import { manifestOf } from './manifest.ts';
import {
  createProgram,
  icons,
  isShared,
  type PackageDescription,
  readByKit,
  shared,
  simulatedBrowser,
  startedByKit,
  templatesOf,
  trimmedWall,
} from './packages.ts';
import { filesIn } from './packedFiles.ts';

/** A site names its company itself, as a workspace: packages find it there. */
const companyPackage = '@site/company';

/** Files that a site's platform reads or starts besides what a team's kit does. */
const readBySites = [
  'platform/bundling/src/bundles/*.mjs',
  'shell/public/**',
  'api/src/**/*.json',
  'api/src/database/sqliteThread.ts',
  'platform/{optional/*,renderer}/locales/*.json',
  'platform/optional/*/src/**/*.css',
  'platform/optional/*/src/browser/*.mjs',
  ...templatesOf('remote'),
];

/** What the sources and tests of a site's remotes import, besides what the platform does. */
const forSources = ['@testing-library/react', '@types/react', '@types/react-dom'];

/** The programs that a site starts. */
const programs = [
  'bin/site.cjs',
  ...['api', 'serve', 'site', 'start', 'store', 'tokens'].map((name) => `src/${name}.ts`),
];

/** `@site/shared` without a company. */
function sharedOfSites(): PackageDescription {
  const description = shared();
  const { peerDependencies, ...manifest } = description.manifest;
  // Each site builds its shell: the build makes whole icons smaller than parts of them.
  const { [icons]: _icons, ...slim } = description.slim;
  // A page has one copy of each, in the version that the platform was tried with.
  const { dependencies: ofShell = {} } = manifestOf('shell');
  const once = Object.fromEntries(Object.keys(peerDependencies ?? {}).map((name) => [name, ofShell[name] ?? '']));
  return {
    ...description,
    slim,
    manifest: {
      ...manifest,
      dependencies: { ...manifest.dependencies, ...once },
      peerDependencies: { ...peerDependencies, [companyPackage]: '*' },
    },
    files: new Set([...description.files].filter((file) => isShared.test(file))),
    packages: new Set([...description.packages, ...Object.keys(once)].filter((name) => name !== companyPackage)),
  };
}

/** `@site/platform`: everything that builds, checks, serves and releases a site, with the shell's sources. */
function platform(): PackageDescription {
  const manifest = manifestOf('platform/cli');
  const shell = filesIn('shell/src/**').filter((file) => !isForTests(file));
  const entries = [
    ...programs.map((file) => `platform/cli/${file}`),
    ...filesIn(...readByKit, ...readBySites),
    ...shell,
  ];
  const { files, packages } = moduleGraph(root, entries);
  const own = [...files].filter((file) => !isShared.test(file) && !file.startsWith(`${company}/`));
  return {
    workspace: 'platform/cli',
    manifest: {
      ...manifest,
      name: '@site/platform',
      description:
        'Builds, checks, serves and releases a site of one company: the command `site`, the shell, the servers',
      peerDependencies: { '@site/shared': manifest.version, [companyPackage]: '*' },
    },
    files: new Set(own),
    packages: new Set([...packages, ...startedByKit, ...forSources]),
    slim: simulatedBrowser,
    readme:
      '# @site/platform\n\nWhat a site of one company is built, checked, served and released with: the command `site`, the shell, the servers. `npx site --help` lists its commands. What changed is in CHANGELOG.md.\n',
    trimmed: trimmedWall,
  };
}

/** The packages for other sites. */
export const packagesForSites = (): readonly PackageDescription[] => [
  sharedOfSites(),
  platform(),
  createProgram('site', 'Makes the repository of another site on this platform'),
];

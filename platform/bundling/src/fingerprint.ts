import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localClasses } from './bundles/classNames.ts';
import { postcssOf } from './bundles/postcssOf.ts';
import { singletonRanges, singletonVersions } from './bundles/singletons.ts';
import { installedVersions } from './installedVersions.ts';
import { type ModuleGraph, moduleGraph } from './moduleGraph.ts';
import { company, filesOf, hasPlatform, onlyRemote, root, shell, sourcesOf } from './project.ts';

/** The programs that build an app from its sources. */
const programsOf = (app: string): readonly string[] => [
  `platform/bundling/src/bundles/${app === shell ? 'shell' : 'remote'}.ts`,
  'platform/bundling/src/manifest.ts',
  'platform/bundling/src/compress.ts',
  'platform/bundling/src/contents.ts',
  app === shell ? 'platform/bundling/src/publicFiles/publicFiles.ts' : 'platform/bundling/src/cards/writeCards.ts',
];

const loaders = 'platform/bundling/src/loaders/*.mjs';

/**
 * Files that don't change an app. Of package.json, only the package versions below count. The route policy isn't part of the
 * shell: it goes live on its own.
 */
const excluded = /(?:^|\/)package\.json$|\.test\.tsx?$|\.d\.ts$|\/testing\/|^shared\/company\/policy\.json$/;

/** What builds an app where the platform is installed: a remote in its own repository, or another site. */
const kit = onlyRemote === undefined ? '@site/platform' : '@site/kit';
const builders = [kit, '@rspack/core', 'sharp'];

/**
 * The version of an app: a short hash of everything that a team may have changed in it. That is its own sources, the shared
 * code that it bundles, the programs that build it, and the installed versions of the packages that all of these import. The
 * same sources have the same fingerprint on every machine.
 *
 * @param origin where its files will be, if not on the site itself
 */
export function fingerprint(app: string, origin = '', project = root): string {
  const singletons = app === shell ? singletonVersions : singletonRanges;
  const programs = hasPlatform
    ? moduleGraph(project, [...programsOf(app), ...filesIn(project, loaders)])
    : { files: [], packages: builders };
  const bundled = bundledModules(app, project);
  const hash = createHash('sha256').update(JSON.stringify([origin, singletons, localClasses(app, project)]));
  for (const file of [...new Set([...programs.files, ...bundled.files])].sort()) {
    if (!excluded.test(file)) hash.update(`\0${file}\0`).update(contentOf(join(project, file)));
  }
  const postcss = app === shell ? undefined : postcssOf(join(project, sourcesOf(app)));
  if (postcss) hash.update(`\0postcss\0${contentOf(postcss.config)}`);
  // Where two remotes need different versions of a package, npm puts one into the remote's own folder.
  const versions = [
    ...installedVersions(project, [...programs.packages], { alone: [kit] }),
    ...installedVersions(project, [...bundled.packages, ...(postcss?.packages ?? [])], {
      alone: [kit],
      from: sourcesOf(app),
    }),
  ];
  hash.update([...new Set(versions)].sort().join('\0'));
  return hash.digest('hex').slice(0, 12);
}

/** The files and packages that an app's bundles consist of. */
export function bundledModules(app: string, project = root): ModuleGraph {
  // Where it is installed, the shell changes with the versions of the packages that it comes in.
  if (app === shell && !hasPlatform)
    return { files: new Set(filesIn(project, `${company}/**`)), packages: new Set([kit, '@site/shared']) };
  const provided = app === shell ? [] : Object.keys(singletonRanges);
  const own = filesIn(project, filesOf(app)).filter((file) => !excluded.test(file));
  return moduleGraph(project, own, provided);
}

function filesIn(project: string, pattern: string): readonly string[] {
  const entries = globSync(pattern, {
    cwd: project,
    withFileTypes: true,
    exclude: ({ name }) => name === 'node_modules',
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(project.length + 1)
        .replaceAll('\\', '/'),
    );
}

const isText = /\.(?:[cm]?[jt]sx?|json|css|svg|md)$/;

/** Git may check texts out with other line endings. */
function contentOf(file: string): string | Buffer {
  const [path = '', section] = file.split('?');
  const content = readFileSync(path);
  if (section !== undefined) return JSON.stringify(JSON.parse(content.toString())[section]);
  return isText.test(file) ? content.toString().replaceAll('\r\n', '\n') : content;
}

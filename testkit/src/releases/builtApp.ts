import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { integrityOf } from '@site/releases/integrity.ts';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';

/** How an app of a test differs from an ordinary one. */
export interface AppFacts extends Partial<Omit<ReleaseManifest, 'files'>> {
  /** Content of files, besides those that every app has. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Writes an app as a build would, and returns its manifest. */
export async function buildApp(folder: string, { extra = {}, ...facts }: AppFacts = {}): Promise<ReleaseManifest> {
  const { name = 'blog', version = 'version-1' } = facts;
  const contents: Readonly<Record<string, string>> = {
    'web/remote.js': `// ${name} ${version}`,
    'web/page-list.js': 'export {};',
    'web/page-list.css': 'h1 { color: inherit; }',
    'server/remote.cjs': `module.exports = '${version}';`,
    ...extra,
  };
  const manifest: ReleaseManifest = {
    name,
    version,
    contract: 1,
    singletons: name === 'shell' ? { react: '19.3.1' } : { react: '^19.0.0' },
    publicPath: `/assets/${name}/${version}/`,
    entry: 'remote.js',
    server: 'server/remote.cjs',
    modules: { './list': { scripts: ['page-list.js'], styles: ['page-list.css'] } },
    files: Object.fromEntries(Object.entries(contents).map(([path, content]) => [path, describe(content)])),
    ...facts,
  };
  await writeFiles(folder, { ...contents, [manifestFile]: JSON.stringify(manifest) });
  return manifest;
}

const describe = (content: string) => ({
  integrity: integrityOf(content),
  size: Buffer.byteLength(content),
});

/** Changes what a built app says of itself; nothing else of it. */
export async function changeManifest(folder: string, change: (manifest: ReleaseManifest) => unknown): Promise<void> {
  const file = join(folder, manifestFile);
  const changed = change(JSON.parse(await readFile(file, 'utf8')) as ReleaseManifest);
  await writeFile(file, typeof changed === 'string' ? changed : JSON.stringify(changed));
}

/** Writes files below a folder. */
export async function writeFiles(folder: string, contents: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

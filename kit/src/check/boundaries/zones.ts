/** A part of the project, and what its files may import. Nothing that isn't listed may be imported. */
export interface Zone {
  readonly folder: string;
  /** Files and folders of the project; an own folder is always allowed. */
  readonly imports: readonly string[];
  /** Packages of others; `any` when that is the zone's own business. */
  readonly packages: readonly string[] | 'any';
}

/** The rooms from the bottom up: each imports those below it, and nothing above. Tests may use the testkit as well. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  releases: ['shared/contract'],
  http: ['shared/contract'],
  api: ['http', 'shared/contract', 'shared/format.ts', 'shared/i18n', 'shared/site.ts'],
  shell: ['shared'],
  server: ['shell', 'api', 'http', 'releases', 'shared'],
  kit: ['server', 'shell', 'api', 'http', 'releases', 'shared'],
  testkit: ['kit', 'server', 'shell', 'api', 'http', 'releases', 'shared', 'remotes'],
  e2e: ['testkit', 'kit', 'server', 'shell', 'api', 'http', 'releases', 'shared'],
  bench: ['testkit', 'kit', 'server', 'shell', 'api', 'http', 'releases', 'shared'],
};

/** The project's own facts, for programs: a version of a package has one home. */
const projectFile = 'package.json';

/** What the tests of every room may import besides. */
export const testFolders: readonly string[] = ['testkit', 'shared'];

/** What each remote and each room may import. */
export const zonesOf = (remotes: readonly string[], remotePackages: readonly string[]): readonly Zone[] => [
  ...remotes.map((remote) => ({
    folder: `remotes/${remote}`,
    // The rules of the contact form are bundled with the remote that needs them: every page would carry them otherwise.
    imports: ['shared/index.ts', 'shared/contract/contact'],
    packages: remotePackages,
  })),
  ...Object.entries(rooms).map(([folder, imports]) => ({
    folder,
    imports: [...imports, projectFile],
    packages: 'any' as const,
  })),
];

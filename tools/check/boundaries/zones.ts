/** A part of the project, and what its files may import. Nothing that isn't listed may be imported. */
export interface Zone {
  readonly folder: string;
  /** Files and folders of the project; an own folder is always allowed. */
  readonly imports: readonly string[];
  /** What its tests may import as well. */
  readonly testImports?: readonly string[];
  /** Packages of others; `any` when that is the zone's own business. */
  readonly packages: readonly string[] | 'any';
}

/** Where the first folder matches that a file is in. What is in none of them (tools, browser tests) may import anything. */
export function zonesOf(remotes: readonly string[], remotePackages: readonly string[]): readonly Zone[] {
  return [
    ...remotes.map((remote) => ({
      folder: `remotes/${remote}`,
      // The rules of the contact form are bundled with who needs them: every page would carry them otherwise.
      imports: ['shared/index.ts', 'shared/contract/contact'],
      testImports: ['shared'],
      packages: remotePackages,
    })),
    { folder: 'shell/src', imports: ['shell/locales', 'shared'], packages: 'any' },
    {
      folder: 'shell/server',
      imports: ['shell', 'shared', 'api/src/index.ts', 'releases/src/index.ts'],
      testImports: ['releases/src/testing'],
      packages: 'any',
    },
    { folder: 'shared', imports: [], packages: 'any' },
    { folder: 'api', imports: ['shared/contract', 'shared/format', 'shared/i18n', 'shared/site'], packages: 'any' },
    { folder: 'releases', imports: ['shared/contract'], packages: 'any' },
  ];
}

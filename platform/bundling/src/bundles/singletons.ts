import sharedPackage from '@site/shared/package.json' with { type: 'json' };

const { version, peerDependencies: peers } = sharedPackage;

/**
 * The packages that the shell shares with all remotes, and the versions that a remote accepts: the one it was built with, or a
 * later one of the same major version. shell/src/federation/singletons.ts has the modules themselves.
 */
export const singletonRanges: Readonly<Record<string, string>> = {
  react: peers.react,
  'react/jsx-runtime': peers.react,
  'react/jsx-dev-runtime': peers.react,
  'react-dom': peers['react-dom'],
  'react-router-dom': peers['react-router-dom'],
  'react-i18next': peers['react-i18next'],
  '@site/shared': `^${version}`,
};

/** Singletons that older shells lack. Only a remote whose bundle uses one asks for it, so that all others fit those shells. */
const added: readonly string[] = ['react-dom'];

/**
 * The singletons that a remote asks a shell for.
 *
 * @param used those that its bundle uses
 */
export const askedRanges = (used: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(singletonRanges).filter(([name]) => !added.includes(name) || used.includes(name)));

/** The versions that the shell provides. */
export const singletonVersions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(singletonRanges).map(([name, range]) => [name, range.slice(1)]),
);

/** Packages of which a page must have one copy, the shell's, and what a remote uses instead. */
const shellsOwn: Readonly<Record<string, string>> = {
  react: 'import "react" itself',
  'react-dom': 'import "react-dom" itself, and return what to show from components: the shell renders them',
  'react-router': 'import what you need from "react-router-dom"',
  'react-router-dom': 'import "react-router-dom" itself',
  i18next: 'use useTranslation of "react-i18next", or the helpers of @site/shared',
  'react-i18next': 'import "react-i18next" itself',
};

/** What to do instead of importing a package, or a file of a package, that the shell keeps; undefined for all others. */
export function heldByShell(name: string): string | undefined {
  if (Object.hasOwn(shellsOwn, name)) return shellsOwn[name];
  return /^@(?:site|module-federation)\//.test(name) ? 'use what @site/shared exports' : undefined;
}

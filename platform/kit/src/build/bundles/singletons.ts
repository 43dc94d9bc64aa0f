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
  'react-router-dom': peers['react-router-dom'],
  'react-i18next': peers['react-i18next'],
  '@site/shared': `^${version}`,
};

/** The versions that the shell provides. */
export const singletonVersions: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(singletonRanges).map(([name, range]) => [name, range.slice(1)]),
);

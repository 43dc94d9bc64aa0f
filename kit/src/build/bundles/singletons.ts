import sharedPackageJson from '@site/shared/package.json' with { type: 'json' };
import packageJson from '../../../../package.json' with { type: 'json' };

/**
 * The packages that the shell shares with all remotes, and their versions. shell/src/federation/singletons.ts has the
 * modules themselves.
 */
export const singletonVersions: Readonly<Record<string, string>> = {
  react: packageJson.dependencies.react,
  'react/jsx-runtime': packageJson.dependencies.react,
  'react/jsx-dev-runtime': packageJson.dependencies.react,
  'react-router-dom': packageJson.dependencies['react-router-dom'],
  'react-i18next': packageJson.dependencies['react-i18next'],
  '@site/shared': sharedPackageJson.version,
};

/** The versions that a remote accepts: the one it was built with, or a later one of the same major version. */
export const singletonRanges: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(singletonVersions).map(([name, version]) => [name, `^${version}`]),
);

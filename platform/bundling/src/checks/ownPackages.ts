import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { heldByShell, singletonRanges } from '../bundles/singletons.ts';
import { packageOf } from '../moduleGraph.ts';
import { sourceFolder } from '../project.ts';
import type { Import } from './sources.ts';

/** The packages that a remote's package.json names. */
export interface OwnPackages {
  /** Those that its pages contain. */
  readonly dependencies: readonly string[];
  /** Those that only build and test it. */
  readonly devDependencies: readonly string[];
}

/** Reads which packages a remote names. */
export function packagesOf(remote: string): OwnPackages {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(join(sourceFolder(remote), 'package.json'), 'utf8'),
  ) as { readonly dependencies?: object; readonly devDependencies?: object };
  return { dependencies: Object.keys(dependencies), devDependencies: Object.keys(devDependencies) };
}

/** Whether the shell gives remotes a module at run time. */
export const isProvided = (specifier: string): boolean => Object.hasOwn(singletonRanges, specifier);

/** Why a remote may not import a package, and what to do; undefined when it may. */
export function refusalOf({ specifier, isType }: Import, own: OwnPackages): string | undefined {
  const name = packageOf(specifier);
  const instead = heldByShell(name);
  if (instead !== undefined)
    return `BUILD-IMPORT the shell doesn't provide "${specifier}", and pages have one copy of "${name}": ${instead}`;
  if (isBuiltin(specifier))
    return `BUILD-IMPORT "${specifier}" is a module of Node, which browsers and the site's renderer lack: use what browsers have, or a package for them`;
  if (own.dependencies.includes(name)) return undefined;
  const isDevelopment = own.devDependencies.includes(name);
  if (isType && (isDevelopment || own.devDependencies.includes(typesOf(name)))) return undefined;
  return isDevelopment
    ? `BUILD-IMPORT "${name}" is in the devDependencies of package.json: move it to the dependencies, which pages may contain`
    : `BUILD-IMPORT the shell doesn't provide "${specifier}", and package.json doesn't name it: npm install ${name}`;
}

/** The package that has the types of another one. */
const typesOf = (name: string): string => `@types/${name.replace('@', '').replace('/', '__')}`;

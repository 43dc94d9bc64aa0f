import { isForTests } from '../sources/files.ts';
import type { Import } from '../sources/imports.ts';
import { isWithin, resolve } from '../sources/resolve.ts';
import { testFolders, type Zone } from './zones.ts';

/** The rules for imports. */
export interface Boundaries {
  readonly zones: readonly Zone[];
  /** Packages of which remotes get only some exports, with the names of these. */
  readonly surfaces: Readonly<Record<string, readonly string[]>>;
}

/** Why the imports of a file are refused: one reason for each that is. */
export function refusals(path: string, imports: readonly Import[], { zones, surfaces }: Boundaries): readonly string[] {
  const zone = zones.find(({ folder }) => isWithin(path, folder));
  if (!zone) return [];
  const mayImport = [zone.folder, ...zone.imports, ...(isForTests(path) ? testFolders : [])];
  return imports.flatMap(({ specifier, names }) => {
    const target = resolve(path, specifier);
    if (target !== undefined) {
      return mayImport.some((allowed) => isWithin(target, allowed)) ? [] : [`"${specifier}" is across a boundary`];
    }
    if (zone.packages === 'any' || isForTests(path)) return [];
    if (!zone.packages.includes(specifier)) return [`the shell doesn't provide "${specifier}"`];
    const provided = surfaces[specifier] ?? names;
    const missing = names.filter((name) => !provided.includes(name));
    return missing.map((name) => `the shell doesn't provide "${name}" of "${specifier}"`);
  });
}

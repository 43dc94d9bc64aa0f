/** `npm create @site/remote NAME [FOLDER] [-- --packages FOLDER]`: creates the repository of a remote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { beginRepository, createRepository, nextSteps } from './createRepository.ts';
import { namesOf } from './names.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { packages: { type: 'string' } } });
  const [name, folder = name ?? ''] = positionals;
  const { packages } = values;
  const target = createRepository(namesOf(name), { folder, packages, versions: releasedVersions() });
  beginRepository(target);
  console.log(nextSteps(target));
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}

/** The versions that this package was made with. */
function releasedVersions(): Readonly<Record<string, string>> {
  const file = join(import.meta.dirname, '../../package.json');
  const { site } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly site: { readonly versions: Record<string, string> };
  };
  return site.versions;
}

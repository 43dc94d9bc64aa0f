import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import gt from 'semver/functions/gt.js';
import valid from 'semver/functions/valid.js';

/** How many lines of a changelog are worth reading in a terminal. */
const most = 40;

/**
 * What the changelog of a package says about the versions after one.
 *
 * @param folder of the newer package
 * @param newest its version
 */
export async function changesBetween(folder: string, installed: string, newest: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, 'CHANGELOG.md'), 'utf8').catch(() => '');
  const sections = text.split(/^(?=## )/m).filter((section) => {
    const version = /^## (\S+)/.exec(section)?.[1] ?? '';
    return valid(version) !== null && gt(version, installed) && !gt(version, newest);
  });
  const lines = sections
    .join('')
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.length === 0) return ['Its changelog says nothing about it.'];
  return lines.length > most
    ? [...lines.slice(0, most), `… ${lines.length - most} lines more in its CHANGELOG.md`]
    : lines;
}

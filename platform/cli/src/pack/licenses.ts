import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the installed package that a file belongs to. */
export function packageFolder(file: string): string | undefined {
  const folders = [...file.matchAll(/\/node_modules\/(?:@[^/]+\/)?[^/]+/g)];
  return folders
    .map(({ index, 0: { length } }) => file.slice(0, index + length))
    .findLast((folder) => existsSync(join(folder, 'package.json')));
}

/** The licenses of packages, by their folders: anyone who passes on their code passes these on, too. */
export async function licensesOf(folders: readonly string[]): Promise<string> {
  const licenses = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(folder);
      const file = files.find((name) => /^(?:licen[cs]e|copying)/i.test(name));
      const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly version: string;
        readonly license: string;
      };
      const text = file === undefined ? `License: ${license}\n` : await readFile(join(folder, file), 'utf8');
      return `${name}@${version}\n\n${text}`;
    }),
  );
  return licenses.join(`\n${'-'.repeat(72)}\n\n`);
}

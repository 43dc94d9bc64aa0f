import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sourceFolder } from '../build/bundles/folders.ts';
import type { Names } from './names.ts';

const templateFolder = join(import.meta.dirname, 'template');

/** Makes the folder of a new remote from the template, which is itself a remote that is called `new-remote`. */
export function makeRemote(names: Names): string {
  const folder = sourceFolder(names.kebab);
  const entries = readdirSync(templateFolder, { withFileTypes: true, recursive: true });
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const source = join(entry.parentPath, entry.name);
    const target = join(folder, renamed(relative(templateFolder, source), names));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renamed(readFileSync(source, 'utf8'), names));
  }
  return folder;
}

const renamed = (text: string, { kebab, pascal }: Names): string =>
  text.replaceAll('new-remote', kebab).replaceAll('NewRemote', pascal);

/** The line of the route table that gives a new remote its page. */
export const routeLine = ({ kebab, camel }: Names): string =>
  `  ${camel}: { remote: '${kebab}', module: './${kebab}', closing: 'invitation', paths: everywhere('${kebab}') },`;

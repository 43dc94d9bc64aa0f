import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Names } from './names.ts';

/** Names that mean something to npm or Biome wherever they are, and what they become. */
const realNames: Readonly<Record<string, string>> = {
  gitignore: '.gitignore',
  'biome.template.json': 'biome.json',
  'package.template.json': 'package.json',
};

/** Copies a template, replacing its remote's name `new-remote` with a new one. */
export function copyTemplate(template: 'template' | 'repository', folder: string, names: Names): void {
  const templateFolder = join(import.meta.dirname, template);
  const entries = readdirSync(templateFolder, { withFileTypes: true, recursive: true });
  for (const entry of entries.filter((found) => found.isFile())) {
    const source = join(entry.parentPath, entry.name);
    const path = renamed(relative(templateFolder, source), names);
    const target = join(folder, realNames[path] ?? path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, renamed(readFileSync(source, 'utf8'), names));
  }
}

const renamed = (text: string, { kebab, pascal }: Names): string =>
  text.replaceAll('new-remote', kebab).replaceAll('NewRemote', pascal);

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { root } from '@site/bundling/project.ts';

/** The commands of a chapter of docs/deploy.md, or of another page, block by block. Without a chapter: those of the whole page. */
export async function commandsOf(chapter: string, file = 'deploy.md'): Promise<string[]> {
  const page = await readFile(join(root, 'docs', file), 'utf8');
  const parts = chapter === '' ? [page] : page.split(file === 'deploy.md' ? /^## /m : /^#+ (?=.*$)/m);
  const text = parts.find((part) => chapter === '' || part.startsWith(`${chapter}\n`)) ?? '';
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  expect(blocks.length, `${file}: ${chapter}`).toBeGreaterThan(0);
  return blocks;
}

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/folders.ts';

const file = join(root, 'docs/performance.md');

/** Puts a result into docs/performance.md, between its marks `<!-- NAME -->` and `<!-- /NAME -->`. */
export async function writeResult(name: string, result: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const marked = new RegExp(`(<!-- ${name} -->).*?(<!-- /${name} -->)`, 's');
  if (!marked.test(text)) throw new Error(`docs/performance.md has no place for ${name}.`);
  await writeFile(
    file,
    text.replace(marked, (_, start: string, end: string) => `${start}\n\n${result}\n\n${end}`),
  );
}

import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { samplesInText } from '@site/shared/facts.ts';

/** The root of the site that this program belongs to. */
const root = join(import.meta.dirname, '../../../../../..');

/** Example addresses of the company: in the footer, in mails. */
export const sampleAddressesIn = (values: object): readonly string[] =>
  Object.values(values).flatMap((value: unknown) => {
    if (typeof value === 'object' && value !== null) return sampleAddressesIn(value);
    return typeof value === 'string' && /-example\b|\.example\b/.test(value) ? [value] : [];
  });

/** What the data files of remotes beside this program mark as a sample: people, partners, hours. Teams elsewhere have their own. */
export async function samplesInSources(folder = root): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of glob('remotes/*/src/data/*.ts', { cwd: folder })) {
    if (path.endsWith('.test.ts')) continue;
    const samples = samplesInText(await readFile(join(folder, path), 'utf8')).map(({ sample }) => sample);
    if (samples.length > 0) found.push(`${path}: ${samples.map((sample) => `“${sample}”`).join(', ')}`);
  }
  return found.sort();
}

/** Helpers for measurements: quantiles, tables, and writing results into docs/. */
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';

/** The smallest value that at least this share of the values, from 0 to 1, doesn't exceed; 0 without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** A table in Markdown that is also readable as text. All columns but the first are aligned right, as numbers are. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length), 3));
  const align = (text: string, width: number, column: number) =>
    column === 0 ? text.padEnd(width) : text.padStart(width);
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => align(cells[column] ?? '', width, column)).join(' | ')} |`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

type Rows = readonly (readonly [name: string, value: string])[];

const loadBefore = loadavg()[0] ?? 0;

/** The machine that measures, as rows of a table. */
export const machineRows = (): Rows => [
  ['machine', `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`],
  ['system', `${type()} ${release()}, Node ${process.versions.node}`],
  ['load before', `${loadBefore.toFixed(1)}: above 0, other programs disturb the times`],
];

/** The conditions of a measurement, as a list in Markdown. */
export function conditions(rows: Rows): string {
  const all = [...machineRows(), ...rows, ['date', new Date().toISOString().slice(0, 10)] as const];
  return all.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

/** Writes a result into a page of docs/, between its marks `<!-- NAME -->` and `<!-- /NAME -->`. */
export async function writeResult(name: string, result: string, page = 'performance'): Promise<void> {
  const file = join(root, `docs/${page}.md`);
  const text = await readFile(file, 'utf8');
  const marked = new RegExp(`(<!-- ${name} -->).*?(<!-- /${name} -->)`, 's');
  if (!marked.test(text)) throw new Error(`${file} has no place for ${name}.`);
  await writeFile(
    file,
    text.replace(marked, (_, start: string, end: string) => `${start}\n\n${result}\n\n${end}`),
  );
}

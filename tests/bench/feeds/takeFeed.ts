import type { Database } from '@site/api/database/schema.ts';
import { importNews } from '@site/api/news/importNews.ts';
import type { ImportedItem } from '@site/api/news/save.ts';
import { readSource } from '@site/api/news/sources/readSource.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** What became of one file. */
export interface Outcome {
  readonly file: string;
  /** In milliseconds. */
  readonly time: number;
  /** Why nothing of it was imported. */
  readonly refusal?: string;
  /** Something that nobody has foreseen. */
  readonly crash?: string;
  /** Why single items weren't imported. */
  readonly items: readonly string[];
  readonly imported: number;
  /** Items of which the import says nothing. */
  readonly lost: number;
}

/** Imports a file in a dry run. */
export async function takeFeed(database: Database, file: string): Promise<Outcome> {
  const start = performance.now();
  const imported = await tryFeed(database, file);
  const time = performance.now() - start;
  if (!Array.isArray(imported)) return { file, time, items: [], imported: 0, lost: 0, ...imported };
  const { text } = await readSource(file);
  return {
    file,
    time,
    items: imported.flatMap(({ outcome, notes }) => (outcome === 'refused' || outcome === 'omitted' ? notes : [])),
    imported: imported.filter(({ item }) => item !== undefined).length,
    lost: Math.max(0, itemsIn(text) - imported.length),
  };
}

type Failure = Pick<Outcome, 'refusal' | 'crash'>;

async function tryFeed(database: Database, file: string): Promise<ImportedItem[] | Failure> {
  try {
    return await importNews(database, file, { language: 'en', today: '2030-01-01', isDryRun: true });
  } catch (error) {
    if (error instanceof OperatorError) return { refusal: error.message.replaceAll(`"${file}"`, 'it') };
    return { crash: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** How many items a feed has, by its tags alone: not by the parser that is measured. */
function itemsIn(text: string): number {
  if (/^\s*\{/.test(text)) return (JSON.parse(text) as { items?: readonly unknown[] }).items?.length ?? 0;
  const markup = text.replace(/<!\[CDATA\[.*?\]\]>|<!--.*?-->/gs, '');
  return markup.match(/<(?:\w+:)?(?:item|entry)[\s>]/g)?.length ?? 0;
}

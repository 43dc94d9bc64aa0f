import type { Database } from '@site/api/database/schema.ts';
import { importNews } from '@site/api/news/importNews.ts';
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
  const outcome = await tryFeed(database, file);
  return { items: [], imported: 0, lost: 0, ...outcome, file, time: performance.now() - start };
}

async function tryFeed(database: Database, file: string): Promise<Partial<Outcome>> {
  try {
    const items = await importNews(database, file, { language: 'en', today: '2030-01-01', isDryRun: true });
    const { text } = await readSource(file);
    return {
      items: items.flatMap(({ outcome, notes }) => (outcome === 'refused' || outcome === 'omitted' ? notes : [])),
      imported: items.filter(({ item }) => item !== undefined).length,
      lost: Math.max(0, itemsIn(text) - items.length),
    };
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

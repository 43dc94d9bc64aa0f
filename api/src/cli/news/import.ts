import type { Database } from '../../database/schema.ts';
import { isRecord } from '../../isRecord.ts';
import { issuesOf, newsInput } from '../../news/input.ts';
import { changeNews } from '../../news/queries.ts';
import { type SaveOutcome, saveNews } from '../../news/save.ts';
import type { Command } from '../Command.ts';
import { languageHint, languageOption } from '../language.ts';
import { readItems } from './readItems.ts';
import { warningsOf } from './warnings.ts';

type Outcome = Exclude<SaveOutcome, 'taken'> | 'refused';

/** `news import` */
export const importNews: Command = {
  usage: 'FILE [options]',
  summary:
    'Adds or updates the items of a JSON file, by their uid: an array, or { "news": [ … ] }. Importing it again changes nothing.',
  options: { lang: `${languageHint} (of the items that don't name their language)` },
  positionals: 1,
  run: async ({ database, options, positionals: [file = ''], print }) => {
    const language = languageOption(options.lang);
    const items = await readItems(file);
    const counts: Record<Outcome, number> = { added: 0, updated: 0, unchanged: 0, refused: 0 };
    await changeNews(database, async (transaction) => {
      for (const [index, item] of items.entries()) {
        const withLanguage = isRecord(item) && language ? { language, ...item } : item;
        const { outcome, notes } = await importItem(transaction, withLanguage);
        counts[outcome] += 1;
        for (const note of notes) print(`item ${index + 1}${outcome === 'refused' ? ' refused' : ''}: ${note}`);
      }
      return { changed: counts.added + counts.updated > 0, result: undefined };
    });
    print(
      Object.entries(counts)
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(', '),
    );
    return counts.refused === 0;
  },
};

async function importItem(transaction: Database, item: unknown): Promise<{ outcome: Outcome; notes: string[] }> {
  const result = newsInput.safeParse(item);
  if (!result.success) return { outcome: 'refused', notes: [issuesOf(result.error)] };
  const outcome = await saveNews(transaction, result.data);
  if (outcome === 'taken') {
    const note = `slug: another item of this language has "${result.data.slug}" already`;
    return { outcome: 'refused', notes: [note] };
  }
  return { outcome, notes: warningsOf(result.data).map((warning) => `note: ${warning}`) };
}

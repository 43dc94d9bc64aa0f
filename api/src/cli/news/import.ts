import { ImportError } from '../../news/ImportError.ts';
import { importSource } from '../../news/importSource.ts';
import { type Command, CommandError } from '../Command.ts';
import { languageHint, languageOption } from '../language.ts';
import { reportOf } from './importReport.ts';

const dryRun = 'dry-run';

/** `news import` */
export const importNews: Command = {
  usage: 'FILE|URL… [options]',
  summary:
    'Adds or updates the items of feeds (RSS, Atom, JSON Feed, YouTube), or of JSON files: an array, or { "news": [ … ] }. Importing them again changes nothing.',
  options: {
    lang: `${languageHint}     (needed for feeds; in JSON files, of the items that don't name their language)`,
  },
  flags: { [dryRun]: '         (shows what would change, and changes nothing)' },
  positionals: 1,
  takesMore: true,
  run: async ({ database, options, flags, positionals, print }) => {
    const isRehearsal = flags.has(dryRun);
    const language = languageOption(options.lang);
    const today = new Date().toISOString().slice(0, 10);
    const failures: string[] = [];
    let isComplete = true;
    for (const name of positionals) {
      if (positionals.length > 1) print(`${name}:`);
      try {
        const items = await importSource(database, name, { language, today, isRehearsal });
        for (const line of reportOf(items, isRehearsal)) print(line);
        isComplete &&= items.every(({ outcome }) => outcome !== 'refused');
      } catch (error) {
        // The other sources don't depend on this one.
        if (!(error instanceof ImportError)) throw error;
        failures.push(error.message);
      }
    }
    if (failures.length > 0) throw new CommandError(failures.join('\n'));
    return isComplete;
  },
};

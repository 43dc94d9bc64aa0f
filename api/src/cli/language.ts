import { isLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { CommandError } from './Command.ts';

/** What to write for `--lang`. */
export const languageHint = languages.join('|');

/** The language that an option names, if it is given. */
export function languageOption(value: string | undefined): Language | undefined {
  if (value === undefined || isLanguage(value)) return value;
  throw new CommandError(`--lang must be one of ${languages.join(', ')}, not "${value}".`);
}

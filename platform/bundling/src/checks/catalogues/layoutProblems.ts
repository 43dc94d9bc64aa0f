import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import { absentPath } from '@site/shared/routes/table.ts';
import { sectionsAround } from '@site/shell/view/shellMessages.ts';
import type { Sources } from '../sources.ts';
import { sectionsOf, usedMessages } from './usedMessages.ts';

/** Sections that only one of the shell's own pages uses, or the badge of previews. */
const shellPageSections = ['notFound', 'failures', 'app', 'preview'];

/** The shell must send all sections of its layout, which surrounds every page. */
export function layoutProblems(sources: Sources): readonly string[] {
  const paths = inEachLanguage(() => absentPath);
  const sent = [...sectionsAround({ closing: 'invitation', paths }), ...shellPageSections];
  const shown = sectionsOf([...sources.values()].flatMap(usedMessages));
  const missing = [...shown].filter((section) => !sent.includes(section));
  return missing.map((section) => `shell/src/view/shellMessages.ts: must list "${section}"`);
}

import { languages } from '@site/shared/i18n/languages.ts';
import { pageNames, pages } from '@site/shared/routes/table.ts';
import { remotes } from '../build/bundles/project.ts';
import { type Names, namesOf, taken } from './names.ts';

/**
 * The forms of a new remote's name in this repository.
 *
 * @throws {OperatorError} SITE-USAGE when another remote or page has it; also the errors of `namesOf`
 */
export function freeName(text: string | undefined): Names {
  const names = namesOf(text);
  const addresses = pageNames.flatMap((page) => languages.map((language) => pages[page].paths[language].split('/')[0]));
  const isTaken = [...remotes, ...addresses].includes(names.kebab) || pageNames.some((page) => page === names.camel);
  if (isTaken) throw taken(names.kebab);
  return names;
}

import { languages } from '@site/shared/i18n/languages.ts';
import { pageNames, pages } from '@site/shared/routes/table.ts';
import { remotes, shell } from '../build/bundles/apps.ts';

/** The forms in which a remote's name is written. */
export interface Names {
  /** As a folder and in addresses: `open-days`. */
  readonly kebab: string;
  /** As a page of the route table: `openDays`. */
  readonly camel: string;
  /** In names of components: `OpenDays`. */
  readonly pascal: string;
}

/** A name that no remote can have. */
export class RemoteNameError extends Error {
  override readonly name = 'RemoteNameError';
}

const pattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLength = 40;

/** Names that mean something else in addresses, in the store or in the texts of routes. */
const reserved: readonly string[] = [
  shell,
  'shared',
  'api',
  'releases',
  'assets',
  'components',
  'root',
  'not-found',
  'new-remote',
];

/**
 * The forms of a new remote's name.
 *
 * @throws {RemoteNameError} when it is badly formed, or taken
 */
export function namesOf(text: string | undefined): Names {
  if (!text) throw new RemoteNameError('Say how it is called: npm run new-remote -- NAME');
  if (!pattern.test(text) || text.length > maxLength) {
    throw new RemoteNameError(
      `"${text}" can’t be a remote’s name. Use small letters, digits and single hyphens: open-days.`,
    );
  }
  const pascal = text.split('-').map(capitalized).join('');
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  if (isTaken(text, camel)) throw new RemoteNameError(`"${text}" is taken. Choose another name.`);
  return { kebab: text, camel, pascal };
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function isTaken(kebab: string, camel: string): boolean {
  const addresses = pageNames.flatMap((page) => languages.map((language) => pages[page].paths[language].split('/')[0]));
  return [...reserved, ...remotes, ...addresses].includes(kebab) || pageNames.some((page) => page === camel);
}

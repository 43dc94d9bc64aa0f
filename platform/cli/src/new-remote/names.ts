import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { siteCard } from '@site/shared/routes/cards.ts';

/** The forms of a remote's name. */
export interface Names {
  /** As a folder and in addresses: `open-days`. */
  readonly kebab: string;
  /** In names of components: `OpenDays`. */
  readonly pascal: string;
}

const pattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const maxLength = 40;

/** Names with another meaning in addresses, in the store or in the texts of routes. */
const reserved: readonly string[] = [
  'shell',
  'shared',
  'api',
  'releases',
  'assets',
  'components',
  'root',
  'not-found',
  siteCard,
  'new-remote',
];

/**
 * The forms of a new remote's name.
 *
 * @throws {OperatorError} SITE-USAGE when it is missing, malformed or reserved
 */
export function namesOf(text: string | undefined): Names {
  if (!text) throw usageError('The name of the remote is missing, such as open-days.');
  if (!pattern.test(text) || text.length > maxLength) {
    throw usageError(`"${text}" can’t be a remote’s name. Use small letters, digits and single hyphens: open-days.`);
  }
  const pascal = text.split('-').map(capitalized).join('');
  if (reserved.includes(text)) throw taken(text);
  return { kebab: text, pascal };
}

/** The command line can't be understood. */
export const usageError = (message: string): OperatorError => new OperatorError('SITE-USAGE', message);

/** A name that already has another meaning. */
export const taken = (name: string): OperatorError => usageError(`"${name}" is taken. Choose another name.`);

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

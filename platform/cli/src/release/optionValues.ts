import { InvalidArgumentError } from '@commander-js/extra-typings';
import { maxPreviewDays } from '@site/releases/limits.ts';
import { maxPointerDays } from '@site/releases/signing/bounds.ts';
import { wholeNumber } from '../commands/strict.ts';

const day = 24 * 60 * 60 * 1000;
const minute = 60_000;

/** Reads a number of days, as milliseconds. */
export const days = (text: string): number => wholeNumber(text) * day;

/** Reads how long a signature is valid, in milliseconds. */
export function signedDays(text: string): number {
  if (wholeNumber(text) <= maxPointerDays) return days(text);
  throw new InvalidArgumentError(
    `It must be ${maxPointerDays} or less: servers accept nothing that is signed for longer.`,
  );
}

/** Reads how many days a preview link works. */
export function previewDays(text: string): number {
  const value = wholeNumber(text);
  if (value <= maxPreviewDays) return value;
  throw new InvalidArgumentError(`A preview link works for ${maxPreviewDays} days at most.`);
}

/** Reads the share of the visitors who get a version, in percent. */
export function share(text: string): number {
  const [, digits] = /^(\d{1,3}) ?%?$/.exec(text) ?? [];
  const value = Number(digits);
  if (value >= 1 && value <= 100) return value;
  throw new InvalidArgumentError('It must be from 1% to 100%.');
}

/** Reads a number of minutes, as milliseconds. */
export function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && Number.isFinite(value)) return value * minute;
  throw new InvalidArgumentError('It must be a number of minutes.');
}

/** Reads the address of a store that browsers fetch files from. */
export function address(text: string): string {
  if (/^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('It must be an address such as https://releases.example.com/site.');
}

/** Reads a point in time. */
export function time(text: string): string {
  const date = new Date(text);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new InvalidArgumentError('It must be a date such as 2030-01-31.');
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode, readBelow } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { fallbackLanguage, isLanguage, type Language } from '@site/shared/i18n/languages.ts';
import { plainLine } from '@site/shared/plainText.ts';
import { z } from 'zod';
import { statusLimits } from './limits.ts';

/** The folder in which the site's owner writes what visitors should know. */
const notesFolder = 'incidents';

/** People write no seconds. */
const time = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  'must be a time such as 2030-01-31T14:05Z',
);
const texts = (max: number) =>
  z
    .partialRecord(z.string().refine(isLanguage, 'must be a language of the site'), z.string().trim().min(1).max(max))
    .refine((given) => Object.keys(given).length > 0, 'needs a text');

const schema = z.strictObject({
  since: time,
  until: time.optional(),
  title: texts(200),
  text: texts(5_000).optional(),
});

/** What the owner tells visitors about an incident: texts by language. */
export type Incident = Readonly<z.infer<typeof schema>>;

/** A text of an incident, and the language that it is in. */
export interface IncidentText {
  readonly language: Language;
  readonly text: string;
}

/**
 * Reads the notes of a folder that visitors should see now: open ones, then those that ended a short while ago, newest first.
 *
 * @param warn told of notes that can't be read; the page appears without them
 */
export async function readIncidents(
  folder: string,
  now: number,
  warn: (message: string) => void,
): Promise<readonly Incident[]> {
  const names = await namesIn(join(folder, notesFolder));
  const notes = names.filter((name) => name.endsWith('.json') && !name.startsWith('.')).sort();
  const { most, ended } = statusLimits.notes;
  if (notes.length > most)
    warn(`SITE-STATUS Of ${notes.length} notes in ${notesFolder}, the last ${most} are read. Remove old ones.`);
  const read = await Promise.all(notes.slice(-most).map((name) => readNote(folder, `${notesFolder}/${name}`, warn)));
  return read
    .filter((note) => note !== undefined)
    .filter(({ since }) => Date.parse(since) <= now)
    .filter(({ until }) => until === undefined || Date.parse(until) > now - ended)
    .sort((a, b) => Number(hasEnded(a, now)) - Number(hasEnded(b, now)) || Date.parse(b.since) - Date.parse(a.since));
}

/** Whether an incident is over. */
export const hasEnded = ({ until }: Pick<Incident, 'until'>, now: number): boolean =>
  until !== undefined && Date.parse(until) <= now;

/** The text in a language, or else in the site's fallback language, or in any. Line breaks stay. */
export function textIn(texts: Incident['title'], language: Language): IncidentText | undefined {
  const order = [language, fallbackLanguage, ...Object.keys(texts).filter(isLanguage)];
  const found = order.find((code) => texts[code] !== undefined);
  return found && { language: found, text: (texts[found] ?? '').split('\n').map(plainLine).join('\n') };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function readNote(folder: string, path: string, warn: (message: string) => void): Promise<Incident | undefined> {
  try {
    const file = await readBelow(folder, path, statusLimits.notes.bytes);
    return file && schema.parse(JSON.parse(file.toString('utf8')));
  } catch (error) {
    warn(`SITE-STATUS ${path} isn’t shown: ${reasonOf(error)}`);
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError)
    return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ');
  if (error instanceof OperatorError || error instanceof SyntaxError) return error.message;
  throw error;
}

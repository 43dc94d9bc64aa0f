import { readFile } from 'node:fs/promises';
import { isRecord } from '../../isRecord.ts';
import { CommandError } from '../Command.ts';

/** The items in a file of news: an array, or an object with such an array under `news`. They are not checked yet. */
export async function readItems(file: string): Promise<readonly unknown[]> {
  const content = parse(await read(file), file);
  const items = isRecord(content) ? content.news : content;
  if (!Array.isArray(items)) throw new CommandError(`"${file}" must hold an array of items, or { "news": [ … ] }.`);
  return items;
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`"${file}" can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`"${file}" is not valid JSON: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Runs in a process of its own (`SheetReader`): for each list of files it answers what their style sheets consist of. They are as
 * untrusted as their release, and may be made to be slow.
 */
import { readFileSync } from 'node:fs';
import { releaseLimits } from '../limits.ts';
import { readSheet, weightOf } from './sheetParts.ts';

/** The style sheets in the order of their files, or why one can't be read. */
export type SheetAnswer =
  | readonly {
      /** Its parts, as JSON: most pages of a site never need them. Empty when there are too many altogether. */
      readonly parts: string;
      /** How many selectors and declarations it has. */
      readonly weight: number;
    }[]
  | { readonly error: string };

function answerTo(files: readonly string[]): SheetAnswer {
  let room: number = releaseLimits.styleParts;
  try {
    return files.map((file) => {
      const parts = readSheet(readFileSync(file, 'utf8').trim());
      const weight = weightOf(parts);
      room -= weight;
      return { parts: room < 0 ? '' : JSON.stringify(parts), weight };
    });
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (files: readonly string[]) => process.send?.(answerTo(files)));

import { cleanLine } from '../text.ts';

/**
 * One line of a news item: single spaces, no control characters, and nothing that turns the direction of what stands beside it.
 * No-break spaces stay, as French needs them.
 */
export function newsLine(value: string): string {
  return cleanLine(value.replace(/[\u2028\u2029]/g, ' ').replace(/[\p{Bidi_Control}\u200B\u2060\uFEFF]/gu, '')).replace(
    / {2,}/g,
    ' ',
  );
}

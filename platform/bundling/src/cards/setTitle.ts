/** A title broken into lines, and its font size. */
export interface SetTitle {
  readonly lines: readonly string[];
  readonly size: number;
}

/** The space for a title. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

const sizes = [116, 104, 92, 84, 76, 68, 60, 52, 46, 40];

/** From baseline to baseline, as a multiple of the font size. */
export const lineHeight = 1.06;

/**
 * Sets a title as large as the room allows, in lines of nearly equal length.
 *
 * @param measure gives the width of a text at font size 1
 */
export function setTitle(title: string, room: Room, measure: (text: string) => number): SetTitle {
  const words = title.split(' ').map((text) => ({ text, width: measure(text) }));
  const space = measure('n n') - measure('nn');
  for (const size of sizes) {
    const most = Math.floor(room.height / (size * lineHeight));
    for (let count = 1; count <= most; count += 1) {
      const lines = breakInto(count, words, space);
      if (lines.every(({ width }) => width * size <= room.width)) return { lines: lines.map(({ text }) => text), size };
    }
  }
  throw new Error(`The title "${title}" is too long for a card. Shorten it in the catalogues.`);
}

interface Measured {
  readonly text: string;
  readonly width: number;
}

/** Breaks words into at most `count` lines, as narrow as possible. */
function breakInto(count: number, words: readonly Measured[], space: number): readonly Measured[] {
  const total = join(words, space).width;
  for (let width = total / count; ; width += total / 50) {
    const lines = wrap(words, space, width);
    if (lines.length <= count) return lines;
  }
}

function wrap(words: readonly Measured[], space: number, width: number): Measured[] {
  const lines: Measured[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const longer = last && join([last, word], space);
    if (longer && longer.width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const join = (words: readonly Measured[], space: number): Measured => ({
  text: words.map(({ text }) => text).join(' '),
  width: words.reduce((sum, { width }) => sum + width, space * (words.length - 1)),
});

import { roomLimits } from '../limits.ts';

/** A part of a text, and whether the other text lacks it. */
export interface TextPart {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Two texts, each in parts. */
export interface TextDifference {
  readonly before: readonly TextPart[];
  readonly after: readonly TextPart[];
}

/** Words, and what is between them: also in languages that write no spaces. */
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Finds what differs between two texts, word by word. Of long texts, what is the same far from changes is left out. */
export function textDifference(before: string, after: string): TextDifference {
  const from = startOfPart(before, after);
  const [earlier, later] = [wordsOf(before, from), wordsOf(after, from)];
  const start = countSame(earlier, later);
  const end = countSame(earlier.slice(start).toReversed(), later.slice(start).toReversed());
  const [was, is] = [earlier.slice(start, earlier.length - end), later.slice(start, later.length - end)];
  const kept = keptWords(was, is);
  const parts = (all: readonly string[], changed: readonly string[], isKept: readonly boolean[]) =>
    shortened(
      joined([
        ...all.slice(0, start).map((text) => ({ text, isChanged: false })),
        ...changed.map((text, index) => ({ text, isChanged: !isKept[index] })),
        ...all.slice(all.length - end).map((text) => ({ text, isChanged: false })),
      ]),
    );
  return { before: parts(earlier, was, kept.before), after: parts(later, is, kept.after) };
}

/** Where the part of two texts begins that is compared: of texts that are too long, shortly before what differs. */
function startOfPart(before: string, after: string): number {
  const { characters, around } = roomLimits.difference;
  if (Math.max(before.length, after.length) <= characters) return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return Math.max(0, same - around);
}

function wordsOf(text: string, from: number): readonly string[] {
  const end = from + roomLimits.difference.characters;
  const part = `${from > 0 ? '…' : ''}${text.slice(from, end)}${text.length > end ? '…' : ''}`;
  return Array.from(words.segment(part.toWellFormed()), ({ segment }) => segment);
}

/** How many words are the same from the start. */
function countSame(some: readonly string[], others: readonly string[]): number {
  const first = some.findIndex((word, index) => word !== others[index]);
  return first === -1 ? some.length : first;
}

/** Which words are in both texts, in the same order: as many as there can be. None when it would take too long to find them. */
function keptWords(was: readonly string[], is: readonly string[]) {
  const kept = { before: was.map(() => false), after: is.map(() => false) };
  if (was.length * is.length > roomLimits.difference.words) return kept;
  const width = is.length + 1;
  // How many words the ends of both texts have in common, from each pair of places on.
  const common = new Uint16Array((was.length + 1) * width);
  const commonAt = (one: number, other: number) => common[one * width + other] ?? 0;
  for (let one = was.length - 1; one >= 0; one -= 1)
    for (let other = is.length - 1; other >= 0; other -= 1)
      common[one * width + other] =
        was[one] === is[other]
          ? commonAt(one + 1, other + 1) + 1
          : Math.max(commonAt(one + 1, other), commonAt(one, other + 1));
  for (let one = 0, other = 0; one < was.length && other < is.length; ) {
    if (was[one] === is[other]) [kept.before[one++], kept.after[other++]] = [true, true];
    else if (commonAt(one + 1, other) >= commonAt(one, other + 1)) one += 1;
    else other += 1;
  }
  return kept;
}

const hasWord = /[\p{L}\p{N}]/u;

/** Neighbours of a kind as one part; spaces and signs between two changes belong to them. */
function joined(parts: readonly TextPart[]): readonly TextPart[] {
  const all: TextPart[] = [];
  for (const [index, { text, isChanged }] of parts.entries()) {
    const isBetween = !hasWord.test(text) && all.at(-1)?.isChanged === true && parts[index + 1]?.isChanged === true;
    const part = { text, isChanged: isChanged || isBetween };
    const last = all.at(-1);
    if (last?.isChanged === part.isChanged) all[all.length - 1] = { ...part, text: last.text + text };
    else all.push(part);
  }
  return all;
}

/** Long parts that are the same, without what is far from a change. */
const shortened = (parts: readonly TextPart[]): readonly TextPart[] => {
  const { around } = roomLimits.difference;
  return parts.map(({ text, isChanged }, index) => {
    const [hasBefore, hasAfter] = [index > 0, index < parts.length - 1];
    const most = around * (Number(hasBefore) + Number(hasAfter));
    if (isChanged || most === 0 || text.length <= most) return { text, isChanged };
    const [start, end] = [hasBefore ? text.slice(0, around) : '', hasAfter ? text.slice(-around) : ''];
    return { text: `${start.toWellFormed()}…${end.toWellFormed()}`, isChanged };
  });
};

/**
 * Characters that hide something from the reader: controls (a terminal obeys them), format characters that have no width or
 * change the direction of the text, tags, and combining marks that stand alone or pile up over other lines. The spaces and
 * hyphens of French and Spanish typography are allowed, and so is the word joiner that keeps “est-elle” on one line. Joiners
 * are allowed where they belong: between emoji, and in scripts that need them.
 */
const joined = String.raw`[[\p{L}\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}\ufe0f]--[\p{scx=Latin}]]`;
const joiner = String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`;
const emojiStyle = String.raw`(?<=\p{Extended_Pictographic})\ufe0f|(?<=[#*0-9])\ufe0f(?=\u20e3)`;
const unbrokenHyphen = String.raw`(?<=-)\u2060(?=\p{L})`;
const unseen = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
const looseMark = String.raw`(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])\p{M}|(?<=\p{M}{3})\p{M}`;
const pattern = `(?!${joiner}|${emojiStyle}|${unbrokenHyphen})(?:${unseen}|${looseMark})`;

const hidden = new RegExp(pattern, 'v');
const allHidden = new RegExp(pattern, 'gv');
const allHiddenInLine = new RegExp(String.raw`(?!\n)(?:${pattern})`, 'gv');

/** Whether a single line of text hides nothing. */
export const isPlainLine = (text: string): boolean => !hidden.test(text);

/** A text as one line without hidden characters. Line breaks and tabs become spaces. */
export const plainLine = (text: string): string => text.replace(/[\t\r\n]+/g, ' ').replace(allHidden, '');

/** A text for a terminal: hidden characters are shown as JSON escapes. Line feeds stay. */
export const terminalText = (text: string): string =>
  text.replace(allHiddenInLine, (character) =>
    Array.from({ length: character.length }, (_, index) => escaped(character.charCodeAt(index))).join(''),
  );

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

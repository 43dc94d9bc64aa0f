/**
 * Characters that hide something from the reader: controls (a terminal obeys them), format characters that have no width or
 * change the direction of the text, tags, and combining marks that stand alone or pile up over other lines. The spaces and
 * hyphens of French and Spanish typography are allowed, and so is the word joiner that keeps “est-elle” on one line. Joiners
 * are allowed where they belong: between emoji, and in scripts that need them.
 */
function pattern(): string {
  const joined = String.raw`[[\p{L}\p{M}\p{Emoji_Presentation}\p{Extended_Pictographic}\ufe0f]--[\p{scx=Latin}]]`;
  const joiner = String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`;
  const emojiStyle = String.raw`(?<=\p{Extended_Pictographic})\ufe0f|(?<=[#*0-9])\ufe0f(?=\u20e3)`;
  const unbrokenHyphen = String.raw`(?<=-)\u2060(?=\p{L})`;
  const unseen = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
  const looseMark = String.raw`(?<![\p{L}\p{M}\p{N}\p{P}\p{S}])\p{M}|(?<=\p{M}{3})\p{M}`;
  return `(?!${joiner}|${emojiStyle}|${unbrokenHyphen})(?:${unseen}|${looseMark})`;
}

/** Most texts have nothing but these: ASCII, the letters of Latin scripts, and the marks and spaces of their typography. */
const visible = /^[ -~\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u202f\u20ac]*$/;

// Made on first use: scripts that don't need them leave them out, and also start in browsers without the flag `v`.
let hidden: RegExp | undefined;
let allHidden: RegExp | undefined;
let allHiddenButBreaks: RegExp | undefined;

/** Whether a single line of text hides nothing. */
export function isPlainLine(text: string): boolean {
  if (visible.test(text)) return true;
  hidden ??= new RegExp(pattern(), 'v');
  return !hidden.test(text);
}

/** A text as one line without hidden characters. Line breaks and tabs become spaces. */
export function plainLine(text: string): string {
  // Ten times as fast as looking for what is hidden.
  if (visible.test(text)) return text;
  allHidden ??= new RegExp(pattern(), 'gv');
  return text.replace(/[\t\r\n]+/g, ' ').replace(allHidden, '');
}

/** A text of our own for a terminal, with words of others: hidden characters are shown as JSON escapes. Line feeds stay. */
export function terminalText(text: string): string {
  allHiddenButBreaks ??= new RegExp(String.raw`(?!\n)(?:${pattern()})`, 'gv');
  return visible.test(text) ? text : text.replace(allHiddenButBreaks, escaped);
}

/**
 * A text for one line of a terminal or of an error, as `terminalText`, but without line feeds: words that nobody has signed must
 * not look like further lines of ours.
 */
export function terminalLine(text: string): string {
  allHidden ??= new RegExp(pattern(), 'gv');
  return visible.test(text) ? text : text.replace(allHidden, escaped);
}

/** A text without the soft hyphens that tell browsers where to divide its long words. Nobody sees them in one that isn't divided. */
export const undivided = (text: string): string => text.replaceAll('\u00AD', '');

const escaped = (characters: string): string =>
  Array.from(
    { length: characters.length },
    (_, index) => `\\u${characters.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');

import { undivided } from '@site/shared/plainText.ts';
import { Parser } from 'htmlparser2';

/** Attributes that are read, or read out. */
const spokenAttributes = ['alt', 'aria-label', 'placeholder', 'title'];

/** Elements whose content nobody reads. */
const silentElements = ['script', 'style', 'template'];

/** What visitors read or hear of the remote's part of a page, in order: its texts, and the attributes that stand for one. */
export function remoteTexts(html: string): readonly string[] {
  const texts: string[] = [];
  let text = '';
  /** How deep the parser is in the remote's part; 0 outside. */
  let depth = 0;
  let silent = 0;
  const add = (spoken: string) => {
    const normal = undivided(spoken).replaceAll(/\s+/g, ' ').trim();
    if (normal !== '') texts.push(normal);
  };
  const endText = () => {
    add(text);
    text = '';
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      endText();
      if (silentElements.includes(name)) silent += 1;
      if (depth > 0 || attributes['data-remote'] !== undefined) depth += 1;
      if (depth > 0) for (const spoken of spokenAttributes) add(attributes[spoken] ?? '');
    },
    ontext: (part) => {
      if (depth > 0 && silent === 0) text += part;
    },
    onclosetag: (name) => {
      endText();
      if (silentElements.includes(name)) silent -= 1;
      if (depth > 0) depth -= 1;
    },
  });
  parser.end(html);
  return texts;
}

/** The texts of a page that another one shows less often, wherever in the page. */
export function lostTexts(before: readonly string[], after: readonly string[]): readonly string[] {
  const [all, remaining] = [joined(before), joined(after)];
  return [...new Set(before)].filter(
    (text) => occurrences(remaining, joined([text])) < occurrences(all, joined([text])),
  );
}

/** Without spaces, a text that is spread over other elements than before isn't lost. */
const joined = (texts: readonly string[]): string => texts.join('').replaceAll(' ', '');

const occurrences = (all: string, text: string): number => all.split(text).length - 1;

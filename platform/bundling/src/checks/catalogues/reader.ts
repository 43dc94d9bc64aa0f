import { existsSync, readFileSync } from 'node:fs';
import { brand } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import { pointsAreDecimal } from '@site/shared/i18n/knownLanguages.ts';
import { fallbackLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import { companyFile } from '@site/shared/i18n/siteTexts.ts';
import { withVariables } from '@site/shared/i18n/variables.ts';
import { undivided } from '@site/shared/plainText.ts';
import { filesOf, onlyRemote } from '../../project.ts';
import type { Check } from '../Check.ts';
import { type Catalogues, everyCatalogue, readCatalogues } from './catalogues.ts';

const glossary = companyFile('glossary.json');

/** Words that a language avoids, and their replacements. A new language starts without any. */
const avoided: Readonly<Partial<Record<Language, readonly { readonly avoid: string; readonly write: string }[]>>> =
  existsSync(glossary) ? JSON.parse(readFileSync(glossary, 'utf8')) : {};

/** Maximum words before the next pause: a full stop, a colon or a semicolon. */
const mostWords = 25;

/**
 * Characters of a full title (with product and city) and of a description: enough to be informative, and no more than search
 * engines show.
 */
const lengths = { title: { least: 30, most: 60 }, description: { least: 70, most: 155 } } as const;

/**
 * Finds what a reader would stumble over: long sentences, words that the company's glossary.json replaces, figures that differ
 * between languages, titles and descriptions that search engines cut off, soft hyphens in texts that leave the page.
 */
export const reader: Check = {
  name: 'reader',
  run: async (app = onlyRemote) => {
    const { read } = readCatalogues(app === undefined ? everyCatalogue : filesOf(app, ''));
    return [...read].flatMap(([folder, texts]) => readerProblems(texts).map((problem) => `${folder}/${problem}`));
  },
};

/** The problems of a remote's or the shell's texts. */
export function readerProblems(texts: Catalogues): readonly string[] {
  const ofLanguages = languages.flatMap((language) =>
    [...(texts[language] ?? [])].flatMap(([key, text]) =>
      [
        ...longSentences(text),
        ...avoidedWords(language, text),
        ...(isSentOut.test(key) && text !== undivided(text)
          ? ['has a soft hyphen, which belongs in titles on pages']
          : []),
        ...(/^(?:shell\.)?routes\.[^.]+\.title$/.test(key) ? lengthProblems('title', wholeTitle(language, text)) : []),
        ...(/^(?:shell\.)?routes\.[^.]+\.description$/.test(key)
          ? lengthProblems('description', withVariables(text))
          : []),
      ].map((problem) => `${language}.json: "${key}" ${problem}`),
    ),
  );
  return [...ofLanguages, ...differentFigures(texts)];
}

function longSentences(text: string): readonly string[] {
  const sentences = text
    .split(/(?<=[.!?…:;])\s+/)
    .map((sentence) => ({ sentence, words: sentence.split(/\s+/).length }));
  return sentences
    .filter(({ words }) => words > mostWords)
    .map(({ sentence, words }) => `has ${words} words without a pause, ${mostWords} at most: ${sentence}`);
}

/** Texts for tabs, search engines, feeds and social networks, which don't divide words. */
const isSentOut = /^(?:shell\.)?(?:routes|feed|card)\./;

/** To a reader, every kind of space is a space. */
const asRead = (text: string): string =>
  undivided(text)
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll('\u2060', '');

function avoidedWords(language: Language, text: string): readonly string[] {
  const plain = asRead(text);
  return (avoided[language] ?? []).flatMap(({ avoid, write }) => {
    const [found] = new RegExp(avoid, 'iu').exec(plain) ?? [];
    return found === undefined ? [] : [`says “${found}”; write: ${write}`];
  });
}

const wholeTitle = (language: Language, title: string): string =>
  `${withVariables(title)} | ${brand.product} ${cities[language].title}`;

function lengthProblems(what: keyof typeof lengths, text: string): readonly string[] {
  const { least, most } = lengths[what];
  if (text.length >= least && text.length <= most) return [];
  return [`has a ${what} of ${text.length} characters, not ${least} to ${most}: ${text}`];
}

function differentFigures(texts: Catalogues): readonly string[] {
  return [...(texts[fallbackLanguage]?.keys() ?? [])].flatMap((key) => {
    // A page may not be in all.
    const having = languages.filter((language) => texts[language]?.has(key));
    const figures = having.map((language) => figuresIn(language, texts[language]?.get(key) ?? ''));
    if (new Set(figures).size === 1) return [];
    const found = having.map((language, index) => `${language}: ${figures[index] || 'none'}`);
    return [`*.json: "${key}" has different figures: ${found.join(', ')}`];
  });
}

/** The figures of a text, each once, in one form: `100K`, `100 thousand` and `100 000` are the same. */
export function figuresIn(language: Language, text: string): string {
  const hasPoints = pointsAreDecimal[language] ?? false;
  const plain = asRead(text)
    .replaceAll(/\{\{.*?\}\}(?::00)?/g, '')
    .replaceAll(/(\d)(?: thousand\b|K\b)/g, '$1000')
    .replaceAll(hasPoints ? /(?<=\d),(?=\d{3}\b)/g : /(?<=\d)[ .](?=\d{3}\b)/g, '');
  const figures = plain.match(hasPoints ? /\d+(?:\.\d+)?/g : /\d+(?:,\d+)?/g) ?? [];
  return [...new Set(figures.map((figure) => figure.replace(',', '.')))].sort().join(' ');
}

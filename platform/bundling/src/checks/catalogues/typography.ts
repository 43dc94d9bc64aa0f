import { noSpaceBeforeMarks, openingMarks, type TypographyRule, typography } from '@site/shared/i18n/knownLanguages.ts';
import type { Language } from '@site/shared/i18n/languages.ts';

const everywhere: readonly TypographyRule[] = [
  { breach: /'/, demand: 'a typographic apostrophe (’)' },
  { breach: /"/, demand: 'typographic quotation marks' },
  { breach: /\.\.\./, demand: 'an ellipsis (…)' },
  { breach: /^\s|\s$| {2}/, demand: 'no space at either end, nor two in a row' },
  {
    breach: /(?<!\p{L}{2})\u00AD|\u00AD(?!\p{L}{2})/u,
    demand: 'soft hyphens only within words, two letters from either end',
  },
];

/** The rules of its language's typography that a text breaks. */
export function breaches(language: Language, text: string): readonly string[] {
  const rules = [...everywhere, ...(typography[language] ?? [noSpaceBeforeMarks])].filter(({ breach }) =>
    breach.test(text),
  );
  const unpaired = Object.entries(openingMarks[language] ?? {}).filter(
    ([end, start]) => text.split(end).length !== text.split(start).length,
  );
  return [
    ...rules.map(({ demand }) => demand),
    ...unpaired.map(([end, start]) => `an opening ${start} for each ${end}`),
  ];
}

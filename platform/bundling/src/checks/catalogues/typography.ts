import type { Language } from '@site/shared/i18n/languages.ts';

/** A rule of typography that a text breaks when the pattern matches. */
interface Rule {
  readonly breach: RegExp;
  readonly demand: string;
}

const noBreakSpace = '\u00A0';

/** What French typographers put before ; ? and !, and between thousands. */
const narrowSpace = '\u202F';

const everywhere: readonly Rule[] = [
  { breach: /'/, demand: 'a typographic apostrophe (’)' },
  { breach: /"/, demand: 'typographic quotation marks' },
  { breach: /\.\.\./, demand: 'an ellipsis (…)' },
  { breach: /^\s|\s$| {2}/, demand: 'no space at either end, nor two in a row' },
  {
    breach: /(?<!\p{L}{2})\u00AD|\u00AD(?!\p{L}{2})/u,
    demand: 'soft hyphens only within words, two letters from either end',
  },
];

const noSpaceBeforeMarks: Rule = { breach: /\s[?!:;,.](?:\s|$)/, demand: 'no space before punctuation' };

/** Languages with their own rules; all others have no space before punctuation. */
const byLanguage: Readonly<Partial<Record<Language, readonly Rule[]>>> = {
  fr: [
    { breach: new RegExp(`[^${narrowSpace}?!][?!]`), demand: 'a narrow no-break space before ? and !' },
    { breach: new RegExp(`[^${narrowSpace}];(?:\\s|$)`), demand: 'a narrow no-break space before ;' },
    { breach: new RegExp(`[^${noBreakSpace}]:(?:\\s|$)`), demand: 'a no-break space before :' },
    { breach: new RegExp(`\\d[^\\d${narrowSpace}]\\d{3}(?!\\d)`), demand: 'a narrow no-break space between thousands' },
    { breach: new RegExp(`[^${noBreakSpace}][%€»]`), demand: 'a no-break space before %, € and »' },
    { breach: new RegExp(`«[^${noBreakSpace}]`), demand: 'a no-break space after «' },
    { breach: /[“”]/, demand: 'quotation marks « »' },
  ],
};

/** The rules of its language's typography that a text breaks. */
export function breaches(language: Language, text: string): readonly string[] {
  const rules = [...everywhere, ...(byLanguage[language] ?? [noSpaceBeforeMarks])].filter(({ breach }) =>
    breach.test(text),
  );
  const demands = rules.map(({ demand }) => demand);
  return language === 'es' && !marksArePaired(text) ? [...demands, 'an opening ¿ or ¡ for each ? or !'] : demands;
}

function marksArePaired(text: string): boolean {
  const count = (mark: string) => text.split(mark).length;
  return count('?') === count('¿') && count('!') === count('¡');
}

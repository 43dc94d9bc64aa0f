/** The end of a key of a text about a number, as i18next reads it: `minutes_one`, `minutes_few`. */
const form = /_(?:zero|one|two|few|many|other)$/;

/** The last two digits of a whole number decide on its form. */
const numbers = Array.from({ length: 200 }, (_, number) => number);

/** The forms of a language for whole numbers: two in English, six in Arabic. */
const formsOf = (language: string): ReadonlySet<string> => {
  const rules = new Intl.PluralRules(language);
  return new Set(numbers.map((number) => rules.select(number)));
};

/** The keys that a language needs for a text that another language has under a key: one, or one for each form of a plural. */
export function keysIn(language: string, key: string): readonly string[] {
  if (!form.test(key)) return [key];
  return [...formsOf(language)].map((name) => key.replace(form, `_${name}`));
}

/** Whether a text is about a single number, which it may write as a word: “one minute”, in Arabic also “two minutes”. */
export const isOfOneNumber = (key: string): boolean => /_(?:zero|one|two)$/.test(key);

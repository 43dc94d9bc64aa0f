/** A value that the owner has not filled in yet. Pages show it marked as a sample. */
export interface Sample {
  readonly sample: string;
}

/** A value from the owner, or a sample. */
export type Fact = string | Sample;

/** A sample, until the owner writes the true text in its place: `'Acme SARL'` instead of `sample('…')`. */
export const sample = (value: string): Sample => ({ sample: value });

/** Whether the owner still has to fill in a fact. */
export const isSample = (fact: unknown): fact is Sample =>
  typeof fact === 'object' && fact !== null && 'sample' in fact;

/** The text of a fact. */
export const textOf = (fact: Fact): string => (isSample(fact) ? fact.sample : fact);

/** The names of the facts that are samples, such as `host.telephone`. */
export function samplesIn(facts: object, path = ''): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]: [string, unknown]) => {
    if (isSample(value)) return [path + name];
    return typeof value === 'object' && value !== null ? samplesIn(value, `${path}${name}.`) : [];
  });
}

/** A sample in a source file. */
interface SampleInText {
  /** Counted from 1. */
  readonly line: number;
  readonly sample: string;
}

/** The samples in the text of a data file: example addresses, and facts that are marked as samples. */
export function samplesInText(text: string): readonly SampleInText[] {
  const pattern = /'([^']*(?:-example\b|\.example\b)[^']*)'|\bsample\('([^']*)'\)/g;
  return text
    .split('\n')
    .flatMap((words, index) =>
      [...words.matchAll(pattern)].map(([, address, fact = '']) => ({ line: index + 1, sample: address ?? fact })),
    );
}

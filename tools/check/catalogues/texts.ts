/** The texts of a catalogue, by their whole key, such as `list.title`. */
export type Texts = ReadonlyMap<string, string>;

/** Reads a catalogue: texts in nested objects. */
export function textsOf(json: string): Texts {
  return new Map(flatten(JSON.parse(json), []));
}

function flatten(value: unknown, path: readonly string[]): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`"${path.join('.')}" of a catalogue must be a text or an object of texts.`);
  }
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}

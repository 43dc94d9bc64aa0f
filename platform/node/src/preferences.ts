/** A value of a list such as `br, gzip;q=0.5`, in small letters, and how much it is wanted: from 0, which refuses it, to 1. */
export interface Preference {
  readonly value: string;
  readonly weight: number;
}

/** A comma or a semicolon in quotes separates nothing. */
const quoted = /"(?:[^"\\]|\\.)*"?/g;

/**
 * The values of an `Accept`, `Accept-Encoding` or `Accept-Language` header, most wanted first. A weight that can't be read
 * refuses its value: another one is always there.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-quality-values
 */
export function preferencesIn(header = ''): readonly Preference[] {
  const preferences = header.toLowerCase().replace(quoted, '').split(',').map(preferenceIn);
  return preferences.filter(({ value }) => value !== '').sort((a, b) => b.weight - a.weight);
}

function preferenceIn(part: string): Preference {
  const [value = '', ...parameters] = part.split(';').map((text) => text.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { value, weight: weight > 0 ? Math.min(weight, 1) : 0 };
}

/** The accepted values of such a header, most wanted first. */
export const acceptedIn = (header: string | undefined): readonly string[] =>
  preferencesIn(header).flatMap(({ value, weight }) => (weight > 0 ? [value] : []));

/** Whether such a header names a value, and doesn't refuse it. */
export const accepts = (header: string | undefined, value: string): boolean => acceptedIn(header).includes(value);

import { expect } from '@rstest/core';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';
import fc from 'fast-check';

/** How often a property is tried, by the cost of a try: a value, a file, a request, a process. */
const numRuns = { value: 300, file: 40, request: 250, process: 8 } as const;

/** Parameters of `fc.assert`: the same values in each run, or others with FUZZ_SEED. */
export const trying = (what: keyof typeof numRuns) => ({
  seed: Number(process.env.FUZZ_SEED ?? 22),
  numRuns: numRuns[what],
  includeErrorInReport: true,
});

/** Bytes that may be a text. */
export const bytes = fc.uint8Array({ maxLength: 200 });

/** A hostile value: of the right kind but too long, of another kind, or nested. */
const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 20 }),
  fc.constantFrom('__proto__', 'constructor', '../..', '\u202e', '\0', -1, 0.5, 2 ** 53, 1e308, [], {}, null),
  fc.nat(5_000).map((length) => 'x'.repeat(length)),
  fc
    .nat(200)
    .map((length) => Array.from({ length }, (_, index) => declaredPage({ name: `p${index}`, path: `p${index}` }))),
  fc.dictionary(fc.string(), fc.jsonValue()),
  fc.nat(200_000).map(deep),
);

const deepMark = 'nested-as-deep-as:';

/** Stands for deeply nested lists, which JSON.stringify can't write. */
function deep(depth: number): string {
  return `${deepMark}${depth}`;
}

/** Like JSON.stringify, with deeply nested lists. */
const textOf = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(new RegExp(`"${deepMark}(\\d+)"`, 'g'), (_, depth) =>
    '['.repeat(Number(depth)).padEnd(2 * Number(depth), ']'),
  );

/** All places in a document, such as `["pages", "0", "paths"]`, and one that doesn't exist yet. */
function placesIn(value: unknown, before: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => [[...before, key], ...placesIn(part, [...before, key])]);
  return [...inner, [...before, 'later'], [...before, '__proto__']];
}

/** The text of a document with a hostile value somewhere, or damaged on its way. */
export function spoiled(document: object): fc.Arbitrary<string> {
  const places = placesIn(document);
  const changes = fc.array(fc.tuple(fc.constantFrom(...places), hostile), { minLength: 1, maxLength: 3 });
  const changed = changes.map((list) =>
    textOf(list.reduce<unknown>((text, change) => withValueAt(text, change), document)),
  );
  const damaged = fc.tuple(changed, fc.nat(), bytes).map(([text, at, noise]) => {
    const cut = at % (text.length + 1);
    return text.slice(0, cut) + Buffer.from(noise).toString('latin1') + text.slice(cut + noise.length);
  });
  return fc.oneof({ weight: 4, arbitrary: changed }, damaged);
}

/** A copy of a document with a value at a place; the unchanged document if the place is gone. */
function withValueAt(document: unknown, [place, value]: readonly [readonly string[], unknown]): unknown {
  const copy = structuredClone(document);
  const parent = place
    .slice(0, -1)
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      copy,
    );
  if (typeof parent === 'object' && parent !== null)
    Object.defineProperty(parent, place.at(-1) ?? '', { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** The result of a function, or the code of its refusal, whose reason must be short. Any other error fails the test. */
export async function outcomeOf<Value>(read: () => Promise<Value> | Value): Promise<Value | string> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    expect(error.message.length).toBeLessThan(2_500);
    return error.code;
  }
}

import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, PointerEntry } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { isShallow, signatureText } from './descriptions.ts';
import { recordLimits } from './limits.ts';
import { isVersion } from './names.ts';
import type { RecordKind } from './signedRecord.ts';
import { isSite } from './signing/audience.ts';

/** How many earlier versions servers keep ready, in case the live one fails. */
export const earlierVersions = 2;

/** The site that a signature names. */
export const siteName = z.string().refine(isSite, 'must be the origin of a site');

const entry = z.looseObject({
  version: z.string().refine(isVersion),
  since: z.iso.datetime(),
  isGivenUp: z.literal(true).exactOptional(),
});
const candidate = z.looseObject({
  version: z.string().refine(isVersion),
  share: z.number().int().min(1).max(99),
  since: z.iso.datetime(),
  salt: z.string().regex(/^[\w-]{16,64}$/),
});
/** Later versions of the site may add to a pointer, within limits. */
const anything = z.unknown().refine((value) => isShallow(value), { error: 'must not be nested deeply', abort: true });
const schema = entry.extend({
  candidate: candidate.exactOptional(),
  previous: z.array(entry),
  signature: z
    .looseObject({
      key: signatureText,
      value: signatureText,
      app: z.string().max(60),
      site: siteName.exactOptional(),
      serial: z.number().int().nonnegative(),
      expires: z.iso.datetime(),
    })
    .exactOptional(),
});

/**
 * Reads a `current.json`. A link, a folder or an oversized file is not a pointer.
 *
 * @param file its content; undefined when the file is missing
 * @param source the file's name for messages
 * @throws {OperatorError} RELEASE-POINTER when it isn't a pointer, else whatever reading the file throws
 */
export async function readPointer(file: Promise<Buffer | undefined>, source: string): Promise<Pointer | undefined> {
  try {
    const content = await file;
    return content && parsePointer(JSON.parse(content.toString('utf8')));
  } catch (cause) {
    if (cause instanceof OperatorError && cause.code !== 'RELEASE-FILE') throw cause;
    throw new OperatorError('RELEASE-POINTER', damageOf(source), cause);
  }
}

const damageOf = (source: string): string => `${source} is not a pointer. Promote a version, which replaces it.`;

/**
 * Checks that a value is a pointer.
 *
 * @throws {z.ZodError} when it isn't
 */
export const parsePointer = (value: unknown): Pointer => anything.pipe(schema).parse(value);

/** How servers read pointers that anyone may have written. */
export const pointerKind: RecordKind<Pointer> = {
  head: schema.pick({ version: true, signature: true }),
  parse: (raw, source) => {
    const parsed = anything.pipe(schema).safeParse(raw);
    if (parsed.success) return parsed.data;
    throw new OperatorError('RELEASE-POINTER', damageOf(source));
  },
};

/** All versions of a pointer, the live one first. */
export const entriesOf = (pointer: Pointer | undefined): readonly PointerEntry[] =>
  pointer ? [{ version: pointer.version, since: pointer.since }, ...pointer.previous] : [];

/** The pointer after a version is promoted. The version that was live becomes the first earlier one. */
export function pointTo(version: string, current: Pointer | undefined): Pointer {
  const previous = entriesOf(current).filter((earlier) => earlier.version !== version);
  return { version, since: new Date().toISOString(), previous: previous.slice(0, recordLimits.namedVersions) };
}

/**
 * The pointer after a roll-back to a version. Newer versions move to the end, marked as given up, so that a second roll-back
 * goes further back instead of returning to them.
 */
export function pointBackTo(version: string, current: Pointer | undefined): Pointer {
  const entries = entriesOf(current);
  const target = entries.findIndex((candidate) => candidate.version === version);
  const newer = target < 0 ? entries.slice(0, 1) : entries.slice(0, target);
  const older = target < 0 ? entries.slice(1) : entries.slice(target + 1);
  const givenUp = newer.map((candidate) => ({ ...candidate, isGivenUp: true as const }));
  return { version, since: new Date().toISOString(), previous: [...older, ...givenUp] };
}

/** When each version of a pointer was last live, in milliseconds; for the live one, now. */
export function lastLive(pointer: Pointer | undefined): ReadonlyMap<string, number> {
  const newestFirst = entriesOf(pointer).toSorted((a, b) => b.since.localeCompare(a.since));
  return new Map(newestFirst.map(({ version }, index) => [version, replacedAt(newestFirst[index - 1])]));
}

const replacedAt = (successor: PointerEntry | undefined): number =>
  successor ? Date.parse(successor.since) : Date.now();

import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, PointerEntry } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { isShallow, signatureText } from './descriptions.ts';
import { recordLimits } from './limits.ts';
import { assertAppName, isVersion, storePath } from './names.ts';
import type { SignedRecord } from './signedRecord.ts';
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
 * Checks that a value is a pointer.
 *
 * @throws {z.ZodError} when it isn't
 */
export const parsePointer = (value: unknown): Pointer => anything.pipe(schema).parse(value);

/**
 * The pointer of an app.
 *
 * @throws {OperatorError} RELEASE-NAME when there can be no such app
 */
export function pointerOf(app: string): SignedRecord<Pointer> {
  assertAppName(app);
  return {
    path: storePath.pointer(app),
    lock: storePath.lock(app),
    history: storePath.history(app),
    limit: recordLimits.pointer,
    subject: app,
    app,
    kind: 'pointers',
    claims: { app },
    head,
    parse,
    damage: 'RELEASE-POINTER',
    words: {
      name: `The pointer of ${app}`,
      kind: 'pointer',
      busy: `Someone else is changing which version of ${app} is live. Look at the list, then try again.`,
      changed: (current) =>
        `${app}@${current?.version ?? 'nothing'} went live meanwhile. Look at the list, then try again.`,
      remedies,
    },
  };
}

const head = schema.pick({ version: true, signature: true });

function parse(raw: unknown, source: string): Pointer {
  const parsed = anything.pipe(schema).safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new OperatorError('RELEASE-POINTER', `${source} is not a pointer. Promote a version, which replaces it.`);
}

const signer = 'Promote a version with a key that TRUSTED_KEYS has for it: --key FILE.';

const remedies: SignedRecord['words']['remedies'] = {
  signer,
  site: 'Promote a version for this site, with the same SITE_ORIGIN as its servers.',
  ahead: signer,
  replayed: 'If an old version was meant, `npx site rollback` signs a new one.',
  expired: ({ version }) => `Promote ${version} again, or another version.`,
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

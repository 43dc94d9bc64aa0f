import { statSync } from 'node:fs';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { RecordSignature, ReleaseManifest, Signature } from '@site/shared/contract/release.ts';
import type { Signed, SignedRecord } from '../signedRecord.ts';
import { assertAudience } from './audience.ts';
import { clockSkew, highestSerial, maxPointerDays, maxPointerLife } from './bounds.ts';
import { everyApp, type Purpose, readTrustedKeys, type TrustedKey, type TrustedKeys } from './keys.ts';
import { isSigned, type SignedKind } from './signatures.ts';

/** What is remembered of an accepted pointer or policy. */
export type SeenSerial = Pick<RecordSignature, 'key' | 'serial' | 'value'>;

/** Who may look at some apps. */
export interface Reader {
  /** The name of their key. */
  readonly name: string;
  readonly maySee: (app: string) => boolean;
  /** What it may sign, of these apps; nothing for a key that only looks. */
  readonly signs: readonly Purpose[];
  /** Whether they may open the owner's desk: what visitors wrote is nobody's app. */
  readonly maySeeDesk: boolean;
}

/** What a signature is checked for, and what its error names. */
interface Claim {
  /** What the key must be for. */
  readonly purpose: Purpose;
  /** What is signed. */
  readonly kind: SignedKind;
  readonly app: string;
  /** Such as `blog@3f2a…`. */
  readonly subject: string;
  readonly remedy: string;
  /** Whether the key may have expired: a copy, or a record, that was accepted once stays accepted. */
  readonly isKept?: boolean;
}

/** Decides which releases and pointers of a store are accepted: those that a trusted key of their app has signed. */
export class Trust {
  readonly #keys: () => TrustedKeys;
  /** What has been verified, and as what: servers look at unchanged pointers several times a second. Nobody changes them. */
  readonly #verified = new WeakMap<object, SignedKind>();
  /** Pointers and policies for another site are refused: two sites may trust the same key. */
  readonly site: string;

  /**
   * @param keys the keys that are trusted now
   * @param site the site whose pointers and policy are accepted, as `siteAt` names it
   */
  constructor(keys: () => TrustedKeys, site: string) {
    this.#keys = keys;
    this.site = site;
  }

  /** The keys that are trusted now. */
  get keys(): TrustedKeys {
    return this.#keys();
  }

  /**
   * Checks a version that comes from a store.
   *
   * @throws {OperatorError} RELEASE-UNSIGNED, RELEASE-KEY or RELEASE-SIGNATURE
   */
  assertRelease(manifest: ReleaseManifest): void {
    this.#assertSignature(manifest, claimOf(manifest));
  }

  /**
   * Checks a server's own copy of a version, which was accepted when it was copied. It stays accepted after its key has
   * expired: otherwise the site would lose its pages at a restart.
   *
   * @throws {OperatorError} as `assertRelease`
   */
  assertCopy(manifest: ReleaseManifest): void {
    this.#assertSignature(manifest, { ...claimOf(manifest), isKept: true });
  }

  /**
   * Checks who has signed a record, before anything else in it is read.
   *
   * @throws {OperatorError} RELEASE-RENAMED, RELEASE-UNSIGNED, RELEASE-KEY or RELEASE-SIGNATURE
   */
  assertSigner(record: SignedRecord, value: Signed): void {
    this.#assertSigner(record, value, recordClaim(record));
  }

  /**
   * Checks a record that was in force before another one replaced it. It stays what its key has signed after both have expired.
   *
   * @throws {OperatorError} RELEASE-SITE or RELEASE-AHEAD, or as `assertSigner`
   */
  assertKept<Value extends Signed>(record: SignedRecord<Value>, value: NoInfer<Value>): void {
    this.#assertSigner(record, value, { ...recordClaim(record), isKept: true });
    this.#assertPlace(record, value);
  }

  /**
   * Checks a record's signer and site, and that its serial is not ahead of the clock. It may have expired.
   *
   * @throws {OperatorError} RELEASE-SITE or RELEASE-AHEAD, or as `assertSigner`
   */
  assertSigned<Value extends Signed>(record: SignedRecord<Value>, value: NoInfer<Value>): void {
    this.assertSigner(record, value);
    this.#assertPlace(record, value);
  }

  /**
   * Checks that a key of the file has signed a record for this site, whether or not the key or the signature has ended since: what
   * the owner has said counts until they say something else.
   *
   * @throws {OperatorError} RELEASE-UNSIGNED, RELEASE-KEY, RELEASE-SIGNATURE or RELEASE-SITE
   */
  assertStated<Value extends Signed>(record: SignedRecord<Value>, value: NoInfer<Value>): void {
    this.#assertSignature(value, { ...recordClaim(record), isKept: true });
    assertAudience(record.path, value.signature, this.site, record.words.remedies.site);
  }

  /**
   * Checks that a record may take effect now: as `assertSigned`, and that it has not expired, is valid for no longer than
   * servers allow, and is not older than the previous one (TUF's rollback and freeze attacks).
   *
   * @param known the last accepted one
   * @param seen the highest serials that were accepted, as `SeenSerials` remembers them. Serials of keys that are no longer
   *   trusted don't count.
   * @throws {OperatorError} RELEASE-EXPIRED, RELEASE-LIFE, RELEASE-REPLAYED, or as `assertSigned`
   */
  assertCurrent<Value extends Signed>(
    record: SignedRecord<Value>,
    value: NoInfer<Value>,
    known: NoInfer<Value> | undefined,
    seen: readonly SeenSerial[] = [],
  ): void {
    this.assertSigned(record, value);
    const { path, words } = record;
    const { expires = '', serial = 0, value: signed } = value.signature ?? {};
    assertInTime(path, expires, words.remedies.expired(value));
    const { serial: highest = 0, value: knownSigned } =
      this.#floor(recordClaim(record), [known?.signature, ...seen]) ?? {};
    if (serial > highest || signed === knownSigned) return;
    throw new OperatorError(
      'RELEASE-REPLAYED',
      `${path} has serial ${serial}, but ${highest} was here before: someone has put an old ${words.kind} back, or the signer’s clock is slow. ${words.remedies.replayed}`,
    );
  }

  /**
   * Checks that a key may make a request to a release service.
   *
   * @param app the app of the request; without one, any trusted key will do
   * @throws {OperatorError} RELEASE-KEY
   */
  assertMember(publicKey: string, app?: string): void {
    const [name, key] = this.#named(publicKey);
    const subject = `The request is signed by the key ${name ?? publicKey}`;
    const fail = (reason: string) =>
      new OperatorError('RELEASE-KEY', `${subject}, ${reason}. Sign with another: --key FILE.`);
    if (!key) throw fail('which TRUSTED_KEYS of the service doesn’t have');
    if (app !== undefined && !countsFor(key, app)) throw fail(`which is for ${key.apps.join(', ')}, not for ${app}`);
    if (hasEnded(key)) throw fail(`which signs nothing new since ${key.until}`);
    if (key.signs.length === 0) throw fail('which may only look');
  }

  /** A key that may look at its apps, also one that signs nothing; undefined when it isn't trusted, or has ended. */
  readerOf(publicKey: string): Reader | undefined {
    const [name, key] = this.#named(publicKey);
    if (name === undefined || !key || hasEnded(key)) return undefined;
    return { name, signs: key.signs, maySee: (app) => countsFor(key, app), maySeeDesk: key.desk === true };
  }

  /** The name of a trusted key; undefined when it isn't trusted any more. */
  nameOf(publicKey: string): string | undefined {
    return this.#named(publicKey)[0];
  }

  #assertSigner({ path, app, words }: SignedRecord, value: Signed, claim: Claim): void {
    const named = value.signature?.app ?? app;
    if (named !== app)
      throw new OperatorError('RELEASE-RENAMED', `${path} is the pointer of ${named}. ${words.remedies.signer}`);
    this.#assertSignature(value, claim);
  }

  /** Checks that a record is for this site and of this time. */
  #assertPlace({ path, words: { remedies } }: Pick<SignedRecord, 'path' | 'words'>, { signature }: Signed): void {
    assertAudience(path, signature, this.site, remedies.site);
    assertBounded(path, signature, remedies.ahead);
  }

  #named(publicKey: string): readonly [name?: string, key?: TrustedKey] {
    return Object.entries(this.#keys()).find(([, trusted]) => trusted.public === publicKey) ?? [];
  }

  /**
   * The highest accepted serial of a key that is still trusted. A serial that a thief signed must not block its replacement.
   */
  #floor(claim: Claim, seen: readonly (SeenSerial | undefined)[]): SeenSerial | undefined {
    const counts = (publicKey: string): boolean =>
      Object.values(this.#keys()).some((key) => key.public === publicKey && whyNot(key, claim) === undefined);
    return seen
      .filter((signature) => signature !== undefined && counts(signature.key))
      .reduce((a, b) => ((a?.serial ?? 0) >= (b?.serial ?? 0) ? a : b), undefined);
  }

  #assertSignature(description: { readonly signature?: Signature }, claim: Claim): void {
    const { kind, subject, remedy } = claim;
    const { signature } = description;
    if (!signature) throw new OperatorError('RELEASE-UNSIGNED', `${subject} is not signed. ${remedy}`);
    const [name, key] = this.#named(signature.key);
    const reason = key ? whyNot(key, claim) : 'which TRUSTED_KEYS doesn’t have';
    if (reason)
      throw new OperatorError(
        'RELEASE-KEY',
        `${subject} is signed by the key ${name ?? signature.key}, ${reason}. ${remedy}`,
      );
    if (this.#verified.get(description) === kind) return;
    if (!isSigned(kind, description))
      throw new OperatorError(
        'RELEASE-SIGNATURE',
        `${subject} is not what ${name} has signed: someone has changed it. ${remedy}`,
      );
    this.#verified.set(description, kind);
  }
}

const claimOf = ({ name, version }: ReleaseManifest): Claim => ({
  purpose: 'releases',
  kind: 'releases',
  app: name,
  subject: `${name}@${version}`,
  remedy: 'Publish it again with a key that TRUSTED_KEYS has for it: --key FILE.',
});

const recordClaim = ({ kind, app, path, words }: SignedRecord): Claim => ({
  purpose: 'pointers',
  kind,
  app,
  subject: path,
  remedy: words.remedies.signer,
});

/** Refuses a signature that has expired, or that is valid for too long: a stolen key could have made it. */
function assertInTime(subject: string, expires: string, remedy: string): void {
  const remaining = Date.parse(expires) - Date.now();
  if (remaining <= 0) throw new OperatorError('RELEASE-EXPIRED', `${subject} was signed until ${expires}. ${remedy}`);
  if (remaining > maxPointerLife + clockSkew)
    throw new OperatorError(
      'RELEASE-LIFE',
      `${subject} was signed until ${expires}; servers accept ${maxPointerDays} days at most. ${remedy} --days ${maxPointerDays} or less.`,
    );
}

/** A serial far in the future would block everything that is signed after it. */
function assertBounded(subject: string, signature: Pick<SeenSerial, 'serial'> | undefined, remedy: string): void {
  const { serial = 0 } = signature ?? {};
  if (serial <= highestSerial()) return;
  throw new OperatorError(
    'RELEASE-AHEAD',
    `${subject} has serial ${serial}, which is ahead of the clock (${Date.now()}): compare the clocks of both machines. If they agree, its key was misused: revoke it. ${remedy}`,
  );
}

/** Why a trusted key isn't accepted here; undefined when it is. */
function whyNot(key: TrustedKey, { purpose, app, isKept = false }: Claim): string | undefined {
  if (!countsFor(key, app)) return `which is for ${key.apps.join(', ')}, not for ${app}`;
  if (!key.signs.includes(purpose)) return `which signs ${key.signs.join(', ') || 'nothing'}, not ${purpose}`;
  if (!isKept && hasEnded(key)) return `which signs nothing new since ${key.until}`;
  return undefined;
}

const countsFor = ({ apps }: TrustedKey, app: string): boolean => apps.includes(app) || apps.includes(everyApp);

const hasEnded = ({ until }: TrustedKey): boolean => until !== undefined && Date.parse(until) <= Date.now();

/**
 * Trusts the keys of a file, and reads it again whenever it changes: a key is revoked within a second, without a restart.
 * While the file can't be read, the earlier keys stay trusted.
 *
 * @param site as for `Trust`
 * @param onProblem called once for each change that can't be read
 * @param read reads the file
 * @throws {OperatorError} SITE-KEYS when the file can't be read now
 */
export function trustFile(
  file: string,
  site: string,
  onProblem: (error: unknown) => void = () => {},
  read: (file: string) => TrustedKeys = readTrustedKeys,
): Trust {
  const state = (): string => {
    const { mtimeMs, ino, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return `${mtimeMs} ${ino} ${size}`;
  };
  let seen = state();
  let keys = read(file);
  return new Trust(() => {
    const now = state();
    if (now === seen) return keys;
    seen = now;
    try {
      keys = read(file);
    } catch (error) {
      onProblem(error);
    }
    return keys;
  }, site);
}

/** A record's value if a trusted key has signed it, even if it has expired; any value if the keys are unknown. */
export function acceptedBy<Value extends Signed>(
  trust: Trust | undefined,
  record: SignedRecord<Value>,
  value: Value | undefined,
): Value | undefined {
  try {
    if (value) trust?.assertSigned(record, value);
    return value;
  } catch {
    return undefined;
  }
}

import { statSync } from 'node:fs';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, PointerSignature, ReleaseManifest, Signature } from '@site/shared/contract/release.ts';
import type { StoredPolicy } from '../policy.ts';
import { assertAudience } from './audience.ts';
import { clockSkew, highestSerial, maxPointerDays, maxPointerLife } from './bounds.ts';
import { everyApp, type Purpose, readTrustedKeys, type TrustedKey, type TrustedKeys } from './keys.ts';
import { isSigned } from './signatures.ts';

/** What is remembered of an accepted pointer or policy. */
export type SeenSerial = Pick<PointerSignature, 'key' | 'serial' | 'value'>;

/** What a signature is checked for, and what its error names. */
interface Claim {
  readonly purpose: Purpose;
  /** What is signed; default: as the purpose says. */
  readonly kind?: 'policy';
  readonly app: string;
  /** Such as `blog@3f2a…`. */
  readonly subject: string;
  /** Whether the key may have expired: a copy that was accepted once stays accepted. */
  readonly isKept?: boolean;
}

const remedies: Readonly<Record<Purpose | 'site', string>> = {
  releases: 'Publish it again with a key that TRUSTED_KEYS has for it: --key FILE.',
  pointers: 'Promote a version with a key that TRUSTED_KEYS has for it: --key FILE.',
  site: 'Promote a version for this site, with the same SITE_ORIGIN as its servers.',
};

const policyRemedy = 'npx site policy FILE --key FILE';

/** Decides which releases and pointers of a store are accepted: those that a trusted key of their app has signed. */
export class Trust {
  readonly #keys: () => TrustedKeys;
  /** What has been verified, and as what: servers look at unchanged pointers several times a second. Nobody changes them. */
  readonly #verified = new WeakMap<object, Purpose | 'policy'>();
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
   * Checks who has signed a pointer, before anything else in it is read.
   *
   * @throws {OperatorError} RELEASE-RENAMED, RELEASE-UNSIGNED, RELEASE-KEY or RELEASE-SIGNATURE
   */
  assertSigner(app: string, pointer: Pick<Pointer, 'signature'>): void {
    const named = pointer.signature?.app ?? app;
    if (named !== app)
      throw new OperatorError(
        'RELEASE-RENAMED',
        `${app}/current.json is the pointer of ${named}. ${remedies.pointers}`,
      );
    this.#assertSignature(pointer, pointerClaim(app));
  }

  /**
   * Checks who has signed a route policy, before anything else in it is read.
   *
   * @throws {OperatorError} RELEASE-UNSIGNED, RELEASE-KEY or RELEASE-SIGNATURE
   */
  assertPolicySigner(policy: Pick<StoredPolicy, 'signature'>): void {
    this.#assertSignature(policy, policyClaim);
  }

  /**
   * Checks a pointer's app, signer and site, and that its serial is not ahead of the clock.
   *
   * @throws {OperatorError} RELEASE-RENAMED, RELEASE-UNSIGNED, RELEASE-KEY, RELEASE-SIGNATURE, RELEASE-SITE or RELEASE-AHEAD
   */
  assertPointer(app: string, pointer: Pointer): void {
    this.assertSigner(app, pointer);
    assertAudience(`${app}/current.json`, pointer.signature, this.site, remedies.site);
    assertBounded(`${app}/current.json`, pointer.signature, remedies.pointers);
  }

  /**
   * Checks that a pointer may go live now: as `assertPointer`, and that it has not expired, is valid for no longer than
   * servers allow, and is not older than the previous one (TUF's rollback and freeze attacks).
   *
   * @param known the last accepted pointer of the app
   * @param seen the highest serials that were accepted, as `SeenSerials` remembers them. Serials of keys that are no longer
   *   trusted don't count.
   * @throws {OperatorError} RELEASE-EXPIRED, RELEASE-LIFE, RELEASE-REPLAYED, or as `assertPointer`
   */
  assertCurrent(app: string, pointer: Pointer, known: Pointer | undefined, seen: readonly SeenSerial[] = []): void {
    this.assertPointer(app, pointer);
    const { expires = '', serial = 0, value } = pointer.signature ?? {};
    assertInTime(`${app}/current.json`, expires, `Promote ${pointer.version} again, or another version.`);
    const { serial: highest = 0, value: knownValue } =
      this.#floor(pointerClaim(app), [known?.signature, ...seen]) ?? {};
    if (serial > highest || value === knownValue) return;
    throw new OperatorError(
      'RELEASE-REPLAYED',
      `${app}/current.json has serial ${serial}, but ${highest} was here before: someone has put an old pointer back, or the signer’s clock is slow. If an old version was meant, \`npx site rollback\` signs a new one.`,
    );
  }

  /**
   * Checks that a route policy is signed for this site, by a key that may promote the shell, and that its serial is not ahead of the
   * clock.
   *
   * @throws {OperatorError} RELEASE-UNSIGNED, RELEASE-KEY, RELEASE-SIGNATURE, RELEASE-SITE or RELEASE-AHEAD
   */
  assertSignedPolicy(policy: StoredPolicy): void {
    this.assertPolicySigner(policy);
    assertAudience(policyClaim.subject, policy.signature, this.site, `Set one for this site: ${policyRemedy}`);
    assertBounded(policyClaim.subject, policy.signature, `Set it again: ${policyRemedy}`);
  }

  /**
   * Checks that a route policy may take effect now: as `assertSignedPolicy`, and that it has not expired, is valid for no
   * longer than servers allow, and is not older than the previous one.
   *
   * @param known the last accepted policy
   * @param seen as for `assertCurrent`
   * @throws {OperatorError} RELEASE-EXPIRED, RELEASE-LIFE, RELEASE-REPLAYED, or as `assertSignedPolicy`
   */
  assertPolicy(policy: StoredPolicy, known: StoredPolicy | undefined, seen: readonly SeenSerial[] = []): void {
    this.assertSignedPolicy(policy);
    const { expires = '', serial = 0, value } = policy.signature ?? {};
    assertInTime(policyClaim.subject, expires, `Set it again, or another one: ${policyRemedy}`);
    const { serial: highest = 0, value: knownValue } = this.#floor(policyClaim, [known?.signature, ...seen]) ?? {};
    if (serial > highest || value === knownValue) return;
    throw new OperatorError(
      'RELEASE-REPLAYED',
      `policy.json has serial ${serial}, but ${highest} was here before: someone has put an old route policy back, or the signer’s clock is slow. Set the right one: ${policyRemedy}`,
    );
  }

  /**
   * Checks that a key may make a request to a release service.
   *
   * @param app the app of the request; without one, any trusted key will do
   * @throws {OperatorError} RELEASE-KEY
   */
  assertMember(publicKey: string, app?: string): void {
    const [name, key] = Object.entries(this.#keys()).find(([, trusted]) => trusted.public === publicKey) ?? [];
    const subject = `The request is signed by the key ${name ?? publicKey}`;
    const fail = (reason: string) =>
      new OperatorError('RELEASE-KEY', `${subject}, ${reason}. Sign with another: --key FILE.`);
    if (!key) throw fail('which TRUSTED_KEYS of the service doesn’t have');
    if (app !== undefined && !countsFor(key, app)) throw fail(`which is for ${key.apps.join(', ')}, not for ${app}`);
    if (hasEnded(key)) throw fail(`which signs nothing new since ${key.until}`);
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
    const { purpose, kind, subject } = claim;
    const remedy =
      kind === 'policy' ? `Set it with a key that may promote the shell: ${policyRemedy}` : remedies[purpose];
    const { signature } = description;
    if (!signature) throw new OperatorError('RELEASE-UNSIGNED', `${subject} is not signed. ${remedy}`);
    const [name, key] = Object.entries(this.#keys()).find(([, trusted]) => trusted.public === signature.key) ?? [];
    const reason = key ? whyNot(key, claim) : 'which TRUSTED_KEYS doesn’t have';
    if (reason)
      throw new OperatorError(
        'RELEASE-KEY',
        `${subject} is signed by the key ${name ?? signature.key}, ${reason}. ${remedy}`,
      );
    if (this.#verified.get(description) === (kind ?? purpose)) return;
    if (!isSigned(kind ?? purpose, description))
      throw new OperatorError(
        'RELEASE-SIGNATURE',
        `${subject} is not what ${name} has signed: someone has changed it. ${remedy}`,
      );
    this.#verified.set(description, kind ?? purpose);
  }
}

const claimOf = ({ name, version }: ReleaseManifest): Claim => ({
  purpose: 'releases',
  app: name,
  subject: `${name}@${version}`,
});

const pointerClaim = (app: string): Claim => ({ purpose: 'pointers', app, subject: `${app}/current.json` });

const policyClaim: Claim = { purpose: 'pointers', kind: 'policy', app: 'shell', subject: 'policy.json' };

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
  if (!key.signs.includes(purpose)) return `which signs ${key.signs.join(', ')}, not ${purpose}`;
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
 * @throws {OperatorError} SITE-KEYS when the file can't be read now
 */
export function trustFile(file: string, site: string, onProblem: (error: unknown) => void = () => {}): Trust {
  const state = (): string => {
    const { mtimeMs, ino, size } = statSync(file, { throwIfNoEntry: false }) ?? {};
    return `${mtimeMs} ${ino} ${size}`;
  };
  let seen = state();
  let keys = readTrustedKeys(file);
  return new Trust(() => {
    const now = state();
    if (now === seen) return keys;
    seen = now;
    try {
      keys = readTrustedKeys(file);
    } catch (error) {
      onProblem(error);
    }
    return keys;
  }, site);
}

/** The pointer if a trusted key has signed it for the app; any pointer if the keys are unknown. */
export function acceptedBy(trust: Trust | undefined, app: string, pointer: Pointer | undefined): Pointer | undefined {
  try {
    if (pointer) trust?.assertPointer(app, pointer);
    return pointer;
  } catch {
    return undefined;
  }
}

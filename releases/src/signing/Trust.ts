import { statSync } from 'node:fs';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, ReleaseManifest, Signature } from '@site/shared/contract/release.ts';
import type { StoredPolicy } from '../policy.ts';
import { everyApp, type Purpose, readTrustedKeys, type TrustedKey, type TrustedKeys } from './keys.ts';
import { isSigned } from './signatures.ts';

/** What is said of a signature that can't be accepted. */
interface Claim {
  readonly purpose: Purpose;
  /** What is signed; default: what the purpose says. */
  readonly kind?: 'policy';
  readonly app: string;
  /** Such as `blog@3f2a…`. */
  readonly subject: string;
  /** Whether the key's time may be over: what was accepted once stays so. */
  readonly isKept?: boolean;
}

const remedies: Readonly<Record<Purpose, string>> = {
  releases: 'Publish it again with a key that TRUSTED_KEYS has for it: --key FILE.',
  pointers: 'Promote a version with a key that TRUSTED_KEYS has for it: --key FILE.',
};

const policyRemedy = 'npm run release -- policy FILE --key FILE';

/** Decides which releases and pointers of a store are accepted: those that a trusted key of their app has signed. */
export class Trust {
  readonly #keys: () => TrustedKeys;

  /** @param keys the keys that are trusted now */
  constructor(keys: () => TrustedKeys) {
    this.#keys = keys;
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
   * Checks a server's own copy of a version, which was accepted when it was copied. A key whose time has ended since doesn't take it
   * away: the site would lose its pages at a restart.
   *
   * @throws {OperatorError} as `assertRelease`
   */
  assertCopy(manifest: ReleaseManifest): void {
    this.#assertSignature(manifest, { ...claimOf(manifest), isKept: true });
  }

  /**
   * Checks whose a pointer is, and who has signed it.
   *
   * @throws {OperatorError} RELEASE-RENAMED, RELEASE-UNSIGNED, RELEASE-KEY or RELEASE-SIGNATURE
   */
  assertPointer(app: string, pointer: Pointer): void {
    const named = pointer.signature?.app ?? app;
    if (named !== app)
      throw new OperatorError(
        'RELEASE-RENAMED',
        `${app}/current.json is the pointer of ${named}. ${remedies.pointers}`,
      );
    this.#assertSignature(pointer, { purpose: 'pointers', app, subject: `${app}/current.json` });
  }

  /**
   * Checks that a pointer may go live now: also that it is in time, and not older than the one before.
   *
   * @param known the last accepted pointer of the app
   * @throws {OperatorError} RELEASE-EXPIRED, RELEASE-REPLAYED, or as `assertPointer`
   */
  assertCurrent(app: string, pointer: Pointer, known: Pointer | undefined): void {
    this.assertPointer(app, pointer);
    const { expires = '', serial = 0, value } = pointer.signature ?? {};
    if (Date.parse(expires) <= Date.now())
      throw new OperatorError(
        'RELEASE-EXPIRED',
        `${app}/current.json was signed until ${expires}. Promote ${pointer.version} again, or another version.`,
      );
    const { serial: highest = 0, value: knownValue } = known?.signature ?? {};
    if (serial > highest || value === knownValue) return;
    throw new OperatorError(
      'RELEASE-REPLAYED',
      `${app}/current.json has serial ${serial}, but ${highest} was here before: somebody has put an old pointer back. If that was meant, \`npm run release -- rollback\` signs a new one.`,
    );
  }

  /**
   * Checks that a route policy is signed by a key that may promote the shell, and that it is not older than the one before.
   *
   * @param known the last accepted policy
   * @throws {OperatorError} RELEASE-UNSIGNED, RELEASE-KEY, RELEASE-SIGNATURE or RELEASE-REPLAYED
   */
  assertPolicy(policy: StoredPolicy, known: StoredPolicy | undefined): void {
    this.#assertSignature(policy, { purpose: 'pointers', kind: 'policy', app: 'shell', subject: 'policy.json' });
    const { serial = 0, value } = policy.signature ?? {};
    const { serial: highest = 0, value: knownValue } = known?.signature ?? {};
    if (serial > highest || value === knownValue) return;
    throw new OperatorError(
      'RELEASE-REPLAYED',
      `policy.json has serial ${serial}, but ${highest} was here before: somebody has put an old route policy back. Set the right one: ${policyRemedy}`,
    );
  }

  /**
   * Checks that a key may ask a release service for something.
   *
   * @param app what it is about; without one, any trusted key will do
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
    if (!isSigned(kind ?? purpose, description))
      throw new OperatorError(
        'RELEASE-SIGNATURE',
        `${subject} is not what ${name} has signed: somebody has changed it. ${remedy}`,
      );
  }
}

const claimOf = ({ name, version }: ReleaseManifest): Claim => ({
  purpose: 'releases',
  app: name,
  subject: `${name}@${version}`,
});

/** Why a trusted key doesn't count here; undefined when it does. */
function whyNot(key: TrustedKey, { purpose, app, isKept = false }: Claim): string | undefined {
  if (!countsFor(key, app)) return `which is for ${key.apps.join(', ')}, not for ${app}`;
  if (!key.signs.includes(purpose)) return `which signs ${key.signs.join(', ')}, not ${purpose}`;
  if (!isKept && hasEnded(key)) return `which signs nothing new since ${key.until}`;
  return undefined;
}

const countsFor = ({ apps }: TrustedKey, app: string): boolean => apps.includes(app) || apps.includes(everyApp);

const hasEnded = ({ until }: TrustedKey): boolean => until !== undefined && Date.parse(until) <= Date.now();

/**
 * Trusts the keys of a file, and reads it again whenever it changes: a key that is revoked counts no more within a second, without a
 * restart. While the file can't be read, the keys of before count.
 *
 * @param onProblem called once for each change that can't be read
 * @throws {OperatorError} SITE-KEYS when the file can't be read now
 */
export function trustFile(file: string, onProblem: (error: unknown) => void = () => {}): Trust {
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
  });
}

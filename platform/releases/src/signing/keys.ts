import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
import { problemsOf } from '../descriptions.ts';
import { isAppName } from '../names.ts';
import { hasCode } from '../store/files.ts';

/** What a key may sign: versions, or the pointers that say which version is live. */
export const purposes = ['releases', 'pointers'] as const;

export type Purpose = (typeof purposes)[number];

/** Stands for all apps of a key, including later ones. */
export const everyApp = '*';

const publicKey = z.string().regex(/^[\w-]{43}$/, 'must be a public key, as `keys new` prints it');
const app = z.string().refine((name) => name === everyApp || isAppName(name), `must be names of apps, or ${everyApp}`);

const trustedKey = z.strictObject({
  public: publicKey,
  apps: z.array(app).min(1, 'must name an app'),
  /** A key that signs nothing may look at its apps in the control room. */
  signs: z.array(z.enum(purposes, `must be ${purposes.join(' or ')}`)),
  until: z.iso.datetime({ offset: true, error: 'must be a time such as 2030-01-31T00:00:00Z' }).exactOptional(),
  /** Whether it opens the owner's desk, which has the words of visitors: no app gives that right. */
  desk: z.boolean().exactOptional(),
});

const schema = z.record(z.string().regex(/^[\w.@-]{1,60}$/, 'must be a short name'), trustedKey);

/** A public key in the file of TRUSTED_KEYS: its apps, its purposes, its expiry, and whether it opens the owner's desk. */
export type TrustedKey = z.infer<typeof trustedKey>;

/** The trusted keys by their names. */
export type TrustedKeys = Readonly<Record<string, TrustedKey>>;

/** A private key, with the public one that identifies it. */
export interface SigningKey {
  readonly public: string;
  readonly private: KeyObject;
}

const signingKeyOf = (key: KeyObject): SigningKey => ({
  public: createPublicKey(key).export({ format: 'jwk' }).x ?? '',
  private: key,
});

/** The key object of a public key. */
export const publicKeyObject = (key: string): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: key } });

/**
 * Creates a key and writes it to a file that nobody else may read.
 *
 * @throws {OperatorError} RELEASE-KEY-FILE when the file exists already or can't be written
 */
export async function makeSigningKey(file: string): Promise<SigningKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const reason = hasCode(error, 'EEXIST') ? 'it exists already; keys are never overwritten' : reasonOf(error);
    throw new OperatorError('RELEASE-KEY-FILE', `${file} can’t be written: ${reason}. Name another file.`, error);
  }
  return signingKeyOf(privateKey);
}

/** What the text of a private key begins with, in a file and in a secret of a CI. */
const keyText = /^\s*-----BEGIN /;

/**
 * Reads a private key. No message quotes a key's text, which would get into logs.
 *
 * @param given its file; or its text, as a secret of a CI has it
 * @throws {OperatorError} RELEASE-KEY-FILE when it is none, or others may read its file
 */
export function readSigningKey(given: string): SigningKey {
  const isText = keyText.test(given);
  try {
    // A secret that was pasted on one line has its line breaks as `\n`.
    const key = createPrivateKey(isText ? given.replaceAll('\\n', '\n') : readFileSync(given));
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('it is no ed25519 key');
    if (!isText && (statSync(given).mode & 0o077) !== 0) throw new Error(`others may read it: chmod 600 ${given}`);
    return signingKeyOf(key);
  } catch (error) {
    throw new OperatorError('RELEASE-KEY-FILE', `${unusable(given, isText, error)} ${advice}`);
  }
}

const advice = 'Make a key with: npx site keys new NAME --apps APP --key FILE';

function unusable(given: string, isText: boolean, error: unknown): string {
  if (isText) return 'The text of the key can’t be used: it is damaged, or no ed25519 key.';
  // A key without its first line: the system's own message would quote it, too.
  if (/\n|.{200}|MC4CAQAwBQYDK2Vw/.test(given))
    return 'What was given as the key is neither a file’s name nor the text of a key.';
  return `The key ${given} can’t be used: ${reasonOf(error)}.`;
}

/**
 * Reads the file of TRUSTED_KEYS.
 *
 * @throws {OperatorError} SITE-KEYS naming each entry that is wrong
 */
export function readTrustedKeys(file: string): TrustedKeys {
  const fail = (reason: string, cause?: unknown) =>
    new OperatorError(
      'SITE-KEYS',
      `The trusted keys in ${file} can’t be used: ${reason}. It must be JSON such as {"blog-2030": {"public": "…", "apps": ["blog"], "signs": ["releases", "pointers"]}}: \`npx site keys new\` prints the entry of a key.`,
      cause,
    );
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw fail(reasonOf(error), error);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw fail(problemsOf(parsed.error));
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

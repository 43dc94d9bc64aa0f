import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import type { FolderStore } from '../store/FolderStore.ts';
import { writeAtomically } from '../store/files.ts';
import { storedManifest } from '../verify.ts';
import { unnamedSite } from './audience.ts';
import { pointerLife } from './bounds.ts';
import {
  everyApp,
  makeSigningKey,
  purposes,
  readSigningKey,
  readTrustedKeys,
  type SigningKey,
  type TrustedKeys,
} from './keys.ts';
import { type RecordSigning, signRecord, signRelease } from './signatures.ts';

/** The key files of a store without configured keys. */
export const localKeys = (folder: string): { readonly key: string; readonly trusted: string } => ({
  key: join(folder, 'local.key'),
  trusted: join(folder, 'trusted.json'),
});

/** The name of the automatic key. */
const localName = 'local';

/**
 * Reads the trusted keys of a store without configured ones. The automatic key opens the owner's desk, too: who has it has the
 * database's file beside it. That isn't written into the file, which earlier versions would refuse.
 *
 * @throws {OperatorError} SITE-KEYS as `readTrustedKeys`
 */
export function readLocalKeys(file: string): TrustedKeys {
  const keys = readTrustedKeys(file);
  const { [localName]: local } = keys;
  return local ? { ...keys, [localName]: { desk: true, ...local } } : keys;
}

/**
 * The automatic key of a store on one machine. It signs everything. The first time, it also signs what the store already
 * has, since that was trusted until now. No other site has this key, so its signatures name the unnamed site, whatever name
 * the site gets later.
 *
 * @param folder folder of the key, outside the store
 */
export async function localKey(store: FolderStore, folder: string): Promise<SigningKey> {
  const files = localKeys(folder);
  const key = await existingOrNew(files.key);
  if (isTrusted(files.trusted, key)) return key;
  const signing = { key, site: unnamedSite, life: pointerLife };
  for (const app of await store.apps()) await signEverything(store, app, signing);
  // A damaged one stays as it is.
  const policy = await unlessUnusable(store.read(routePolicy));
  if (policy)
    await store.change(routePolicy, async (current = policy) => signRecord(routePolicy, current, undefined, signing));
  const keys: TrustedKeys = { [localName]: { public: key.public, apps: [everyApp], signs: [...purposes] } };
  await writeAtomically(files.trusted, `${JSON.stringify(keys, null, 2)}\n`);
  return key;
}

const isTrusted = (file: string, key: SigningKey): boolean =>
  existsSync(file) && Object.values(readTrustedKeys(file)).some((trusted) => trusted.public === key.public);

async function existingOrNew(file: string): Promise<SigningKey> {
  if (existsSync(file)) return readSigningKey(file);
  try {
    return await makeSigningKey(file);
  } catch (error) {
    // Another command was faster.
    if (existsSync(file)) return readSigningKey(file);
    throw error;
  }
}

async function signEverything(store: FolderStore, app: string, signing: RecordSigning): Promise<void> {
  for (const { version } of await store.versions(app)) {
    const manifest = await unlessUnusable(storedManifest(store, app, version));
    if (manifest) await unlessUnusable(store.replaceManifest(signRelease(manifest, signing.key)));
  }
  const record = pointerOf(app);
  await store.change(record, async (current) => current && signRecord(record, current, undefined, signing));
}

/** Undefined for content that is unusable anyway. */
async function unlessUnusable<Content>(content: Promise<Content>): Promise<Content | undefined> {
  try {
    return await content;
  } catch (error) {
    if (error instanceof OperatorError) return undefined;
    throw error;
  }
}

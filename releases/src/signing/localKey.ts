import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FolderStore } from '../store/FolderStore.ts';
import { writeAtomically } from '../store/files.ts';
import { storedManifest } from '../verify.ts';
import {
  everyApp,
  makeSigningKey,
  purposes,
  readSigningKey,
  readTrustedKeys,
  type SigningKey,
  type TrustedKeys,
} from './keys.ts';
import { signPointer, signRelease } from './signatures.ts';

/** For how many milliseconds a pointer counts, unless somebody who promotes says otherwise. A small company may release once a year. */
export const pointerLife = 365 * 24 * 60 * 60 * 1000;

/** The files of a store that makes its key by itself. */
export const localKeys = (folder: string): { readonly key: string; readonly trusted: string } => ({
  key: join(folder, 'local.key'),
  trusted: join(folder, 'trusted.json'),
});

/**
 * The key of a store on one machine, for which nobody has made any: it signs everything. The first time, what is in the store
 * already is signed too, since it was trusted until now.
 *
 * @param folder of the key, outside of the store
 */
export async function localKey(store: FolderStore, folder: string): Promise<SigningKey> {
  const files = localKeys(folder);
  const key = await existingOrNew(files.key);
  if (isTrusted(files.trusted, key)) return key;
  for (const app of await store.apps()) await signEverything(store, app, key);
  const keys: TrustedKeys = { local: { public: key.public, apps: [everyApp], signs: [...purposes] } };
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

async function signEverything(store: FolderStore, app: string, key: SigningKey): Promise<void> {
  for (const { version } of await store.versions(app)) {
    try {
      await store.replaceManifest(signRelease(await storedManifest(store, app, version), key));
    } catch (error) {
      // What could not be used before stays as it is.
      if (!(error instanceof OperatorError)) throw error;
    }
  }
  await store.changePointer(
    app,
    async (current) => current && signPointer(app, current, undefined, { key, life: pointerLife }),
  );
}

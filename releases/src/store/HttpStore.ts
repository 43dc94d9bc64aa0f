import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type Pointer, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { readManifest } from '../manifest.ts';
import { assertAppName, assertFilePath, storePath } from '../names.ts';
import { readPointer } from '../pointer.ts';
import { fileTooLarge, maxDescriptionBytes, maxFileBytes } from './files.ts';
import type { ReleaseStore } from './ReleaseStore.ts';

/** A read-only store behind an HTTP origin: object storage, a CDN, any static server. */
export class HttpStore implements ReleaseStore {
  readonly location: string;
  readonly #timeout: number;

  /**
   * @param address of the store's folder, such as `https://releases.example.com/site`
   * @param timeout for each file, in milliseconds
   */
  constructor(address: string, timeout: number) {
    this.location = address.replace(/\/$/, '');
    this.#timeout = timeout;
  }

  async pointer(app: string): Promise<Pointer | undefined> {
    assertAppName(app);
    const path = storePath.pointer(app);
    return await readPointer(this.#fetch(path, maxDescriptionBytes), `${this.location}/${path}`);
  }

  async manifest(app: string, version: string): Promise<ReleaseManifest> {
    assertFilePath(app, version, manifestFile);
    const path = storePath.manifest(app, version);
    const content = await this.#fetchExisting(path, app, version, maxDescriptionBytes);
    return readManifest(content.toString('utf8'), `${this.location}/${path}`);
  }

  async file(app: string, version: string, path: string): Promise<Buffer> {
    assertFilePath(app, version, path);
    return await this.#fetchExisting(storePath.file(app, version, path), app, version, maxFileBytes);
  }

  async #fetchExisting(path: string, app: string, version: string, limit: number): Promise<Buffer> {
    const content = await this.#fetch(path, limit);
    if (content) return content;
    throw new OperatorError('RELEASE-UNKNOWN', `${path} is not at ${this.location}: ${app}@${version} is incomplete.`);
  }

  async #fetch(path: string, limit: number): Promise<Buffer | undefined> {
    const url = `${this.location}/${path}`;
    try {
      const response = await fetch(url, {
        cache: 'no-cache',
        // A redirect would leave the store.
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeout),
      });
      if (response.ok) return await readBody(response, limit);
      // An unread body would hold its connection.
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return undefined;
      throw new Error(`status ${response.status}`);
    } catch (cause) {
      if (cause instanceof OperatorError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OperatorError('RELEASE-STORE', `${url} can’t be read: ${reason}.`, cause);
    }
  }
}

/** Reads a body of at most `limit` bytes. */
async function readBody({ body, url }: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > limit) throw fileTooLarge(url, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

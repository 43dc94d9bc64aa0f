import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type Pointer, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { assertAppName, assertInStore } from '../names.ts';
import { readManifest } from '../readManifest.ts';
import { layout } from './layout.ts';
import { readPointer } from './readPointer.ts';
import type { Store } from './Store.ts';
import { maxDescriptionBytes, maxFileBytes, readWithinLimit } from './sizeLimit.ts';

/** Releases behind an HTTP origin: object storage, a CDN, any static server. It is written by whoever fills it. */
export class HttpStore implements Store {
  readonly location: string;
  readonly #timeout: number;

  /**
   * @param address where the store's folder is, such as `https://releases.example.com/site`
   * @param timeout for each file, in milliseconds
   */
  constructor(address: string, timeout: number) {
    this.location = address.replace(/\/$/, '');
    this.#timeout = timeout;
  }

  async pointer(app: string): Promise<Pointer | undefined> {
    assertAppName(app);
    const path = layout.pointer(app);
    return await readPointer(this.#get(path, maxDescriptionBytes), `${this.location}/${path}`);
  }

  async manifest(app: string, version: string): Promise<ReleaseManifest> {
    assertInStore(app, version, manifestFile);
    const path = layout.manifest(app, version);
    const content = await this.#known(path, app, version, maxDescriptionBytes);
    return readManifest(content.toString('utf8'), `${this.location}/${path}`);
  }

  async file(app: string, version: string, path: string): Promise<Buffer> {
    assertInStore(app, version, path);
    return await this.#known(layout.file(app, version, path), app, version, maxFileBytes);
  }

  async #known(path: string, app: string, version: string, limit: number): Promise<Buffer> {
    const content = await this.#get(path, limit);
    if (content) return content;
    throw new OperatorError('RELEASE-UNKNOWN', `${path} is not at ${this.location}: ${app}@${version} is not whole.`);
  }

  async #get(path: string, limit: number): Promise<Buffer | undefined> {
    const url = `${this.location}/${path}`;
    try {
      const response = await fetch(url, {
        cache: 'no-cache',
        // What is elsewhere is not in the store.
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeout),
      });
      if (response.ok) return await readWithinLimit(response, limit);
      // A body that nobody reads would hold its connection.
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

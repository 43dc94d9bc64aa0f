import { Readable } from 'node:stream';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { readManifest } from '../manifest.ts';
import { assertFilePath, storePath } from '../names.ts';
import { type ChangingFile, readRecord, type Signed, type SignedRecord } from '../signedRecord.ts';
import { collect, maxDescriptionBytes, maxFileBytes, type StoredRecord } from './files.ts';
import type { ReleaseStore } from './ReleaseStore.ts';
import { assertNoWebPage, statusFailure, storeFailure } from './storeFailure.ts';

/** A read-only store behind an HTTP origin: object storage, a CDN, any static server. */
export class HttpStore implements ReleaseStore {
  readonly location: string;
  readonly #timeout: number;
  readonly #token: string | undefined;

  /**
   * @param address of the store's folder, such as `https://releases.example.com/site`
   * @param timeout for each file, in milliseconds
   * @param token grants access to files that aren't public
   */
  constructor(address: string, timeout: number, token?: string) {
    this.location = address.replace(/\/$/, '');
    this.#timeout = timeout;
    this.#token = token;
  }

  async read<Value extends Signed>(record: SignedRecord<Value>): Promise<Value | undefined> {
    return await readRecord(record, this.#fetchDescription(record.path, record.limit), this.location);
  }

  async manifest(app: string, version: string): Promise<ReleaseManifest> {
    assertFilePath(app, version, manifestFile);
    const path = storePath.manifest(app, version);
    const content = await this.#existing(this.#fetchDescription(path, maxDescriptionBytes), path, app, version);
    return readManifest(content.toString('utf8'), `${this.location}/${path}`);
  }

  /** Without a state: some hosts' ETags stay the same for two changes within a second. */
  async readChanged({ path, limit }: ChangingFile): Promise<StoredRecord | undefined> {
    const content = await this.#fetchDescription(path, limit);
    return content && { content, state: undefined };
  }

  /** Always empty: files behind an HTTP origin can't be listed. */
  async apps(): Promise<readonly string[]> {
    return [];
  }

  async file(app: string, version: string, path: string): Promise<Buffer> {
    assertFilePath(app, version, path);
    const source = storePath.file(app, version, path);
    return await this.#existing(this.#fetch(source, maxFileBytes), source, app, version);
  }

  /** The headers that authenticate a request for a file. */
  protected credentials(_path: string): Readonly<Record<string, string>> {
    return this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` };
  }

  /** The error for a response that is neither a file nor a 404. */
  protected async failureOf({ body, status }: Response, url: string): Promise<OperatorError> {
    await body?.cancel();
    return statusFailure(url, status);
  }

  async #existing(fetched: Promise<Buffer | undefined>, path: string, app: string, version: string): Promise<Buffer> {
    const content = await fetched;
    if (content) return content;
    throw new OperatorError(
      'RELEASE-UNKNOWN',
      `${path} is not at ${this.location}: ${app}@${version} was never published there, or is incomplete. \`npx site list\` shows what is there.`,
    );
  }

  /** A record or a manifest. */
  async #fetchDescription(path: string, limit: number): Promise<Buffer | undefined> {
    const content = await this.#fetch(path, limit);
    if (content) assertNoWebPage(`${this.location}/${path}`, content);
    return content;
  }

  async #fetch(path: string, limit: number): Promise<Buffer | undefined> {
    const url = `${this.location}/${path}`;
    try {
      const response = await fetch(url, {
        cache: 'no-cache',
        headers: this.credentials(path),
        // A redirect would leave the store, and take the token with it.
        redirect: 'error',
        signal: AbortSignal.timeout(this.#timeout),
      });
      if (response.ok) return await collect(response.body ?? Readable.from([]), limit, url);
      if (response.status !== 404 && response.status !== 410) throw await this.failureOf(response, url);
      // An unread body would keep its connection busy.
      await response.body?.cancel();
      return undefined;
    } catch (error) {
      throw error instanceof OperatorError ? error : storeFailure(url, error);
    }
  }
}

import { Readable } from 'node:stream';
import type {
  ListObjectsV2CommandInput,
  ListObjectsV2CommandOutput,
  PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { isInnerPath } from '@site/releases/names.ts';
import { collect, fileTooLarge, type StreamedFile } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import mime from 'mime';
import { isBucketMissing, newS3Client, s3Failure, statusOf } from './s3Client.ts';

/** An object, as it was read. */
export interface S3Object {
  readonly content: Buffer;
  /** Identifies the content; the form depends on the storage. */
  readonly etag: string;
}

/** An object in a listing. */
export interface ListedObject {
  /** Relative to the store. */
  readonly path: string;
  /** When it was written, in milliseconds. */
  readonly at: number;
}

/** What a write may replace: nothing, the object with an ETag, or anything. */
export type Replaces = 'nothing' | 'anything' | { readonly etag: string };

/** Timeout of a write or a listing, in milliseconds: long enough for 20 MB over a slow line. */
const writeTimeout = 60_000;

/** Names in one response to a listing: as many as S3 sends. */
const namesPerAnswer = 1_000;

/** Bytes per request when an object is streamed. */
const partSize = 1024 * 1024;

/** A part of an object, and the size of the whole. */
interface Part extends S3Object {
  readonly size: number;
}

/** The key of an object that never exists. */
const probe = '.conditions';

/** The part of a bucket below a prefix, in any storage that speaks the S3 protocol. */
export class S3Bucket {
  readonly location: string;
  readonly #name: string;
  readonly #prefix: string;
  readonly #timeout: number;
  #client: Promise<S3Client> | undefined;
  #conditions: Promise<void> | undefined;

  /**
   * @param location such as `s3://bucket/prefix`; the standard AWS_* variables name the endpoint and the credentials
   * @param timeout for reading one object, in milliseconds
   * @throws {OperatorError} RELEASE-STORE when it names no bucket
   */
  constructor(location: string, timeout: number) {
    const [, name, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(location) ?? [];
    this.#prefix = prefix.replace(/\/$/, '');
    if (name === undefined || (this.#prefix !== '' && !isInnerPath(this.#prefix)))
      throw new OperatorError('RELEASE-STORE', `RELEASES must be like s3://bucket/prefix, not "${location}".`);
    this.#name = name;
    this.location = `s3://${[name, this.#prefix].filter(Boolean).join('/')}`;
    this.#timeout = timeout;
  }

  /**
   * Reads an object; undefined when there is none.
   *
   * @param limit maximum size in bytes
   * @throws {OperatorError} RELEASE-FILE when it is larger, or the failing store's error
   */
  async read(path: string, limit: number): Promise<S3Object | undefined> {
    const object = await this.readChanged(path, limit, undefined);
    return object === 'unchanged' ? undefined : object;
  }

  /** Reads an object unless it still has the ETag: then the result is `unchanged`, and no content is sent. */
  async readChanged(
    path: string,
    limit: number,
    etag: string | undefined,
  ): Promise<S3Object | 'unchanged' | undefined> {
    return await this.#do(path, this.#timeout, async (s3, abortSignal) => {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      try {
        const command = new GetObjectCommand({ ...this.#at(path), ...(etag !== undefined && { IfNoneMatch: etag }) });
        const { Body = [], ETag = '' } = await s3.send(command, { abortSignal });
        const chunks = Body as AsyncIterable<Uint8Array>;
        return { content: await collect(chunks, limit, `${this.location}/${path}`), etag: ETag };
      } catch (error) {
        if (statusOf(error) === 304) return 'unchanged';
        throw error;
      }
    });
  }

  /**
   * Reads an object in parts, on demand: a slow reader uses little memory, and no connection to the storage. Undefined when
   * there is none. Parameters and errors as for `read`.
   */
  async stream(path: string, limit: number): Promise<StreamedFile | undefined> {
    const first = await this.#part(path, 0);
    if (!first) return undefined;
    if (first.size > limit) throw fileTooLarge(`${this.location}/${path}`, limit);
    return { size: first.size, content: Readable.from(this.#parts(path, first)) };
  }

  async *#parts(path: string, first: Part): AsyncGenerator<Buffer> {
    yield first.content;
    let sent = first.content.length;
    while (sent < first.size) {
      const part = await this.#part(path, sent);
      if (!part || part.etag !== first.etag || part.content.length === 0)
        throw new OperatorError('RELEASE-STORE', `${this.location}/${path} was changed while it was read.`);
      yield part.content;
      sent += part.content.length;
    }
  }

  async #part(path: string, start: number): Promise<Part | undefined> {
    return await this.#do(path, this.#timeout, async (s3, abortSignal) => {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      const Range = `bytes=${start}-${start + partSize - 1}`;
      try {
        const answer = await s3.send(new GetObjectCommand({ ...this.#at(path), Range }), { abortSignal });
        const content = await collect(answer.Body as AsyncIterable<Uint8Array>, partSize, `${this.location}/${path}`);
        return { content, etag: answer.ETag ?? '', size: Number(answer.ContentRange?.split('/')[1] ?? content.length) };
      } catch (error) {
        // An empty object has no first byte.
        if (statusOf(error) === 416 && start === 0) return { content: Buffer.alloc(0), etag: '', size: 0 };
        throw error;
      }
    });
  }

  /** The ETag of an object; undefined when there is none. */
  async etag(path: string): Promise<string | undefined> {
    return await this.#do(path, this.#timeout, async (s3, abortSignal) => {
      const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
      return (await s3.send(new HeadObjectCommand(this.#at(path)), { abortSignal })).ETag;
    });
  }

  /**
   * Writes an object if it replaces what it should replace; returns whether it was written.
   *
   * @param caching its `Cache-Control`, for browsers and CDNs that load it from the bucket
   * @throws {OperatorError} RELEASE-STORE-CONDITIONS when the storage would overwrite anything
   */
  async write(path: string, content: Buffer | string, caching: string, replaces: Replaces): Promise<boolean> {
    if (replaces === 'anything') return await this.#put(path, content, caching, {});
    this.#conditions ??= this.#assertConditions().catch((error: unknown) => {
      this.#conditions = undefined;
      throw error;
    });
    await this.#conditions;
    if (replaces === 'nothing') return await this.#put(path, content, caching, { IfNoneMatch: '*' });
    if (await this.#put(path, content, caching, { IfMatch: replaces.etag })) return true;
    // Some storage, such as Ceph before version 18, compares ETags without their quotes.
    const unquoted = replaces.etag.replaceAll('"', '');
    if (unquoted === replaces.etag || (await this.etag(path)) !== replaces.etag) return false;
    return await this.#put(path, content, caching, { IfMatch: unquoted });
  }

  /** Removes an object, if it exists. */
  async remove(path: string): Promise<void> {
    await this.#do(path, writeTimeout, async (s3, abortSignal) => {
      const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
      await s3.send(new DeleteObjectCommand(this.#at(path)), { abortSignal });
    });
  }

  /**
   * The names of the folders in a folder; an empty one is the store itself.
   *
   * @param maxPages maximum number of responses, with `namesPerAnswer` each
   */
  async folders(folder: string, maxPages = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
    const prefix = this.#prefixOf(folder);
    const pages = await this.#list(folder, { Prefix: prefix, Delimiter: '/' }, maxPages);
    return pages
      .flatMap(({ CommonPrefixes = [] }) => CommonPrefixes)
      .map(({ Prefix = '' }) => Prefix.slice(prefix.length, -1));
  }

  /**
   * The objects in a folder and its subfolders.
   *
   * @param most about how many at most; default: all
   */
  async list(folder: string, most = Number.POSITIVE_INFINITY): Promise<readonly ListedObject[]> {
    const pages = await this.#list(folder, { Prefix: this.#prefixOf(folder) }, most / namesPerAnswer);
    return pages
      .flatMap(({ Contents = [] }) => Contents)
      .map(({ Key = '', LastModified }) => ({
        path: Key.slice(this.#prefixOf('').length),
        at: LastModified?.getTime() ?? 0,
      }));
  }

  #prefixOf(folder: string): string {
    return [this.#prefix, folder]
      .filter(Boolean)
      .map((part) => `${part}/`)
      .join('');
  }

  async #list(
    folder: string,
    listed: Pick<ListObjectsV2CommandInput, 'Prefix' | 'Delimiter'>,
    maxPages = Number.POSITIVE_INFINITY,
  ): Promise<readonly ListObjectsV2CommandOutput[]> {
    const pages = await this.#do(folder, writeTimeout, async (s3, abortSignal) => {
      const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
      const request = { Bucket: this.#name, ...listed };
      const answers: ListObjectsV2CommandOutput[] = [];
      for await (const answer of paginateListObjectsV2({ client: s3 }, request, { abortSignal })) {
        answers.push(answer);
        if (answers.length >= maxPages) break;
      }
      return answers;
    });
    return pages ?? [];
  }

  async #put(
    path: string,
    Body: Buffer | string,
    CacheControl: string,
    condition: Pick<PutObjectCommandInput, 'IfMatch' | 'IfNoneMatch'>,
  ): Promise<boolean> {
    const ContentType = mime.getType(path) ?? 'application/octet-stream';
    const isWritten = await this.#do(path, writeTimeout, async (s3, abortSignal) => {
      const { PutObjectCommand } = await import('@aws-sdk/client-s3');
      const described = { CacheControl, ContentType, ContentLength: Buffer.byteLength(Body) };
      const command = new PutObjectCommand({ ...this.#at(path), Body, ...described, ...condition });
      try {
        await s3.send(command, { abortSignal });
        return true;
      } catch (error) {
        // 409: another writer at the same moment.
        if ([409, 412].includes(statusOf(error))) return false;
        throw error;
      }
    });
    // 404: the object to replace is gone.
    return isWritten ?? false;
  }

  /** Without conditions, the later of two promotions would undo the earlier one, and nobody would be told. */
  async #assertConditions(): Promise<void> {
    const refused = new OperatorError(
      'RELEASE-STORE-CONDITIONS',
      `${this.location} is in a storage that ignores If-Match. Use one with conditional writes: docs/releases.md lists some.`,
    );
    const isIgnored = await this.#put(probe, 'If-Match is ignored here.', 'no-store', { IfMatch: '"none"' }).catch(
      (error: unknown) => {
        throw error instanceof OperatorError && statusOf(error.cause) === 501 ? refused : error;
      },
    );
    if (!isIgnored) return;
    await this.remove(probe);
    throw refused;
  }

  #at(path: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#name, Key: [this.#prefix, path].filter(Boolean).join('/') };
  }

  /** Undefined when there is no such object. */
  async #do<Result>(
    path: string,
    timeout: number,
    request: (s3: S3Client, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    this.#client ??= newS3Client();
    const signal = AbortSignal.timeout(timeout);
    try {
      return await request(await this.#client, signal);
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      if (statusOf(error) === 404 && !isBucketMissing(error)) return undefined;
      throw s3Failure(`${this.location}/${path}`, signal.aborted ? signal.reason : error);
    }
  }
}

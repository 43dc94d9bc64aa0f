import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file of a release, and how it is kept. */
export interface SentFile {
  readonly release: Release;
  /** Folder of the release that the file is in. */
  readonly folder: 'web' | 'public';
  /** Relative to that folder. */
  readonly file: string;
  /** Value of `Cache-Control`. */
  readonly caching: string;
}

/**
 * Sends a file of a release, or 304 to whoever has it. Its tag comes from its content, which the manifest promises: so it
 * is the same on every server, and after every copy. It is a weak one, as a file has one form for each encoding.
 */
export function sendReleaseFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { release, folder, file, caching }: SentFile,
): FastifyReply {
  const { integrity = '' } = release.manifest.files[`${folder}/${file}`] ?? {};
  const tag = `"${integrity.slice(integrity.indexOf('-') + 1)}"`;
  reply.headers({ etag: `W/${tag}`, 'cache-control': caching, vary: 'accept-encoding' });
  if (headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  const options = { etag: false, lastModified: false, cacheControl: false };
  return reply.sendFile(file, join(release.folder, folder), options);
}

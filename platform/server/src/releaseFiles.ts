import { join } from 'node:path';
import staticFiles from '@fastify/static';
import { isNotModified } from '@site/node/conditionalGet.ts';
import { nothingAllowed, policyOf } from '@site/node/secureHeaders.ts';
import { assetIn, type Release, type ReleaseSet, type ReleaseSource } from '@site/releases/Release.ts';
import { type LiveReleases, liveReleasesPath } from '@site/shared/contract/release.ts';
import { isLanguage } from '@site/shared/i18n/languages.ts';
import { routeOf } from '@site/shared/routes/table.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Differences, differencesFor, kinOf } from './dictionaries/fileDifferences.ts';
import { previewedBy } from './pages/previewCookie.ts';
import type { Settings } from './settings.ts';

const day = 24 * 60 * 60;
const immutable = `public, max-age=${365 * day}, immutable`;
const forNobodyElse = 'private, no-store';
const forOneDay = `public, max-age=${day}`;

/** The types of files in releases. Pages aren't among them: the site renders and checks its own. */
export const servedFiles = /\.(?:js|css|svg|png|jpe?g|webp|avif|ico|woff2|webmanifest)$/;

/** A file that is opened by itself, such as a drawing, runs no scripts and doesn't share the site's origin. */
export const filePolicy = `${policyOf(nothingAllowed)}; sandbox`;

/**
 * Serves the browser files of the releases, and nothing that a release doesn't list. Those of a version that has never been
 * live are for a preview link's visitors alone: a key that may not promote puts nothing on the site's origin.
 */
export async function assetRoutes(
  server: FastifyInstance,
  releases: ReleaseSource,
  settings: Pick<Settings, 'PREVIEW_SECRET' | 'DATA_DIR'>,
): Promise<void> {
  await server.register(staticFiles, { root: import.meta.dirname, serve: false, preCompressed: true });
  server.get('/assets/*', async (request, reply) => {
    const path = pathOf(request);
    const isServed = servedFiles.test(path);
    const previewed = isServed ? await previewedBy(request.headers.cookie, releases, settings) : undefined;
    const ofPreview = previewed && assetIn(path, [previewed]);
    if (ofPreview) return sendReleaseFile(request, reply, { ...ofPreview, folder: 'web', caching: forNobodyElse });
    const asset = isServed ? await releases.asset(path) : undefined;
    if (!asset) {
      // A release may bring the file in a moment.
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      return reply.code(404).send('SITE-ASSET There is no such file.');
    }
    // Any host may load remotes and their pictures, and browsers check integrity only with CORS.
    reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    const file = { ...asset, folder: 'web', caching: immutable } as const;
    const kin = kinOf(asset);
    return kin === undefined
      ? sendReleaseFile(request, reply, file)
      : await sendWithDictionary(request, reply, { file, kin, releases });
  });
}

interface WithDictionary {
  readonly file: SentFile;
  readonly kin: string;
  readonly releases: ReleaseSource;
}

/** Sends a file that browsers may use as a dictionary for the next one, or what differs from one that they have. */
async function sendWithDictionary(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, kin, releases }: WithDictionary,
): Promise<FastifyReply> {
  const differences = await differencesFor(request.headers, file, releases);
  reply.header('use-as-dictionary', `match="${kin}"`);
  // A proxy needn't keep what was sent for a dictionary that nobody else has.
  if ('available-dictionary' in request.headers && !differences) reply.header('x-accel-expires', '0');
  return sendReleaseFile(request, reply, { ...file, differences });
}

/** Whether an address belongs to a release’s file with a fixed address. */
export const isPublicFile = (path: string, { manifest }: Release): boolean =>
  servedFiles.test(path) && Object.hasOwn(manifest.files, `public${path}`);

/** The card of a page at an address, and the release of the page's remote, which has drawn it. */
function cardAt(path: string, { routes, remotes }: ReleaseSet): Release | undefined {
  const [, language = '', card = ''] = /^\/cards\/([a-z]{2,3})\/([a-z0-9-]+)\.png$/.exec(path) ?? [];
  const [release] = isLanguage(language) ? (remotes.get(routeOf(routes, card)?.remote ?? '') ?? []) : [];
  return release && isPublicFile(path, release) ? release : undefined;
}

/** Serves the live releases' files with fixed addresses: icons, web manifests, cards. Other requests continue to their routes. */
export function publicFiles(server: FastifyInstance, releases: ReleaseSource): void {
  server.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const current = releases.current();
    const path = pathOf(request);
    const release = isPublicFile(path, current.shell) ? current.shell : cardAt(path, current);
    if (!release) return;
    // Other sites and feed readers embed cards and icons.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return sendReleaseFile(request, reply, { release, folder: 'public', file: path.slice(1), caching: forOneDay });
  });
}

/** Serves the versions of the live remotes. A tab asks for them only when a file is missing. */
export function liveReleasesRoute(server: FastifyInstance, releases: ReleaseSource): void {
  server.get(liveReleasesPath, async (_request, reply): Promise<LiveReleases> => {
    reply.header('cache-control', 'no-store');
    const live = [...releases.current().remotes].flatMap(([name, [first]]) =>
      first ? [[name, first.manifest.version]] : [],
    );
    return Object.fromEntries(live);
  });
}

interface SentFile {
  readonly release: Release;
  /** Folder of the release that the file is in. */
  readonly folder: 'web' | 'public';
  /** Relative to that folder. */
  readonly file: string;
  /** Value of `Cache-Control`. */
  readonly caching: string;
  /** What differs from a file that the browser has, if it may have one. */
  readonly differences?: Differences | undefined;
}

/**
 * Sends a file of a release, or 304. The ETag is the file's integrity, so it is the same on every server. It is weak because
 * the file has one form per encoding.
 */
function sendReleaseFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { release, folder, file, caching, ...sent }: SentFile,
): FastifyReply {
  const { integrity = '' } = release.manifest.files[`${folder}/${file}`] ?? {};
  const tag = `"${integrity.slice(integrity.indexOf('-') + 1)}"`;
  const vary = 'differences' in sent ? 'accept-encoding, available-dictionary' : 'accept-encoding';
  reply.headers({ etag: `W/${tag}`, 'cache-control': caching, vary });
  reply.header('content-security-policy', filePolicy);
  if (isNotModified(headers['if-none-match'], tag)) return reply.code(304).send();
  if (sent.differences)
    return reply.header('content-encoding', 'dcz').type(sent.differences.type).send(sent.differences.body);
  const options = { etag: false, lastModified: false, cacheControl: false };
  return reply.sendFile(file, join(release.folder, folder), options);
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

import { join } from 'node:path';
import { provenanceSchema, readManifest } from '@site/releases/manifest.ts';
import { assertAppName, assertFilePath, assertVersion, storePath } from '@site/releases/names.ts';
import { acceptPointer } from '@site/releases/operations/promote.ts';
import { acceptPolicy } from '@site/releases/operations/setPolicy.ts';
import { parsePointer } from '@site/releases/pointer.ts';
import { readPolicy } from '@site/releases/policy.ts';
import { signerOf } from '@site/releases/signing/requests.ts';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { maxDescriptionBytes, maxFileBytes } from '@site/releases/store/files.ts';
import { servicePath } from '@site/releases/store/ServiceStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { previewLink } from '../pages/previewLinks.ts';
import { reportsFolder, type Settings, trustedKeysFile } from '../settings.ts';
import { Publisher, type PublisherOptions } from './Publisher.ts';
import { sendError } from './sendError.ts';
import { storeIndex } from './storeIndex.ts';
import { Uploads } from './Uploads.ts';

/** Where the service stands on its server. */
export const servicePrefix = '/releases';

/**
 * Whose requests the service accepts.
 *
 * @throws {OperatorError} SITE-KEYS when no keys are trusted: anybody could release
 */
export function serviceTrust(settings: Settings, onProblem?: (error: unknown) => void): Trust {
  const file = trustedKeysFile(settings);
  if (file !== undefined) return trustFile(file, onProblem);
  throw new OperatorError(
    'SITE-KEYS',
    'The release service needs the keys of those who may release: set TRUSTED_KEYS. docs/security.md says how they are made.',
  );
}

interface VersionParams {
  readonly app: string;
  readonly version: string;
}

/**
 * Takes releases over HTTP into the store of the settings: what a team's key has signed, once it is verified and rendered. A server
 * that follows the store elsewhere may read it here.
 */
export async function releaseService(server: FastifyInstance, options: PublisherOptions): Promise<void> {
  const { settings, trust } = options;
  const store = new FolderStore(settings.RELEASES);
  const uploads = new Uploads(join(settings.DATA_DIR, 'uploads'));
  const publisher = new Publisher(options, store, uploads);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setErrorHandler(sendError);

  /** Checks who asks; every key of the app may. */
  const assertSigned = (request: FastifyRequest, app?: string): void =>
    trust.assertMember(
      signerOf(
        { method: request.method, path: pathOf(request), body: request.body as Buffer | undefined },
        request.headers.authorization,
      ),
      app,
    );

  server.get(`${servicePrefix}/${servicePath.index}`, async (request, reply) => {
    assertSigned(request);
    reply.header('cache-control', 'no-store');
    return await storeIndex(store, reportsFolder(settings));
  });

  server.get<{ Params: { app: string } }>(`${servicePrefix}/:app/current.json`, async ({ params }, reply) => {
    const pointer = await store.pointer(params.app);
    if (!pointer) throw new OperatorError('RELEASE-UNKNOWN', `No version of ${params.app} was ever live.`);
    return reply.header('cache-control', 'no-cache').send(pointer);
  });

  server.put<{ Params: { app: string } }>(
    `${servicePrefix}/:app/current.json`,
    { bodyLimit: maxDescriptionBytes },
    async (request, reply) => {
      const { app } = request.params;
      assertAppName(app);
      assertSigned(request, app);
      await acceptPointer(store, app, parsePointer(bodyOf(request)), replacedSerial(request), trust);
      return reply.code(204).send();
    },
  );

  server.get(`${servicePrefix}/${storePath.policy}`, async (_request, reply) => {
    const policy = await store.policy();
    if (!policy) throw new OperatorError('RELEASE-UNKNOWN', 'The store has no route policy.');
    return reply.header('cache-control', 'no-cache').send(policy);
  });

  server.put(`${servicePrefix}/${storePath.policy}`, { bodyLimit: maxDescriptionBytes }, async (request, reply) => {
    assertSigned(request, 'shell');
    const policy = readPolicy(JSON.stringify(bodyOf(request)), storePath.policy);
    await acceptPolicy(store, policy, replacedSerial(request), trust);
    return reply.code(204).send();
  });

  server.get<{ Params: VersionParams & { '*': string } }>(
    `${servicePrefix}/:app/:version/*`,
    async ({ params: { app, version, '*': path } }, reply) => {
      assertFilePath(app, version, path);
      const content = await store.file(app, version, path);
      // A version may be signed anew: its manifest then changes, and no other file does.
      const caching = path === manifestFile ? 'no-cache' : 'public, max-age=31536000, immutable';
      return reply.headers({ 'cache-control': caching, 'content-type': 'application/octet-stream' }).send(content);
    },
  );

  server.put<{ Params: VersionParams }>(
    `${servicePrefix}/:app/:version/${manifestFile}`,
    { bodyLimit: maxDescriptionBytes },
    async (request) => {
      const { app, version } = versionOf(request);
      assertSigned(request, app);
      const { manifest: described, provenance } = announcement.parse(bodyOf(request));
      const manifest = readManifest(JSON.stringify(described), storePath.manifest(app, version));
      if (manifest.name !== app || manifest.version !== version)
        throw new OperatorError(
          'RELEASE-RENAMED',
          `${manifest.name}@${manifest.version} was sent as ${app}@${version}.`,
        );
      trust.assertRelease(manifest);
      if (await publisher.signAnew(manifest)) return { missing: [] };
      return { missing: await uploads.begin(manifest, provenance) };
    },
  );

  server.put<{ Params: VersionParams & { '*': string } }>(
    `${servicePrefix}/:app/:version/*`,
    { bodyLimit: maxFileBytes },
    async (request, reply) => {
      const { app, version } = versionOf(request);
      const { '*': path } = request.params;
      assertFilePath(app, version, path);
      assertSigned(request, app);
      await uploads.take(app, version, path, (request.body as Buffer | undefined) ?? Buffer.alloc(0));
      return reply.code(204).send();
    },
  );

  server.post<{ Params: VersionParams }>(`${servicePrefix}/:app/:version`, async (request) => {
    const { app, version } = versionOf(request);
    assertSigned(request, app);
    return { added: await publisher.publish(app, version) };
  });

  server.post<{ Params: VersionParams }>(`${servicePrefix}/:app/:version/preview`, async (request) => {
    const { app, version } = versionOf(request);
    assertSigned(request, app);
    const { pages } = await store.manifest(app, version);
    const { days } = previewRequest.parse(bodyOf(request));
    return { link: await previewLink({ app, version, days, pages }, settings) };
  });
}

const announcement = z.object({ manifest: z.unknown(), provenance: provenanceSchema });

const previewRequest = z.object({ days: z.number().min(0).max(365) });

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

/** @throws {OperatorError} RELEASE-NAME */
function versionOf({ params }: { readonly params: unknown }): VersionParams {
  const { app, version } = params as VersionParams;
  assertAppName(app);
  assertVersion(version);
  return { app, version };
}

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return JSON.parse(String(body));
  } catch (cause) {
    throw new OperatorError('RELEASE-REQUEST', 'The request has no JSON.', cause);
  }
}

/** The serial of the pointer that the sender has seen, from `If-Match`. */
function replacedSerial({ headers }: FastifyRequest): number | undefined {
  const [, serial] = /^"(\d{1,16})"$/.exec(headers['if-match'] ?? '') ?? [];
  return serial === undefined ? undefined : Number(serial);
}

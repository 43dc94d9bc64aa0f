import { maxPreviewDays } from '@site/releases/limits.ts';
import { provenanceSchema, readManifest } from '@site/releases/manifest.ts';
import { assertAppName, assertFilePath, assertVersion, isForEveryone, storePath } from '@site/releases/names.ts';
import { forget } from '@site/releases/operations/forget.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Arrivals } from './Arrivals.ts';
import { assertRoom } from './quota.ts';
import { bodyOf, jsonOf } from './requestBody.ts';
import type { Senders } from './Senders.ts';
import type { ServiceOptions } from './ServiceOptions.ts';
import type { Uploads } from './Uploads.ts';

/** What versions are read from, and what they go through until they are stored. */
export interface VersionParts extends Pick<ServiceOptions, 'store' | 'trust' | 'previewLink'> {
  readonly senders: Senders;
  readonly uploads: Uploads;
  readonly arrivals: Arrivals;
}

interface VersionParams {
  readonly app: string;
  readonly version: string;
}

/** Serves the files of versions: those that aren't for everyone to teams and servers. */
export function fileRoutes(server: FastifyInstance, { store, senders }: Pick<VersionParts, 'store' | 'senders'>): void {
  server.get<{ Params: VersionParams & { '*': string } }>('/:app/:version/*', async (request, reply) => {
    const { app, version, '*': path } = request.params;
    assertFilePath(app, version, path);
    if (!isForEveryone(path)) senders.assertReader(request);
    const { size, content } = await store.stream(app, version, path);
    return reply
      .headers({
        'cache-control': cachingOf(path),
        'content-type': 'application/octet-stream',
        'content-length': size,
      })
      .send(content);
  });
}

/** A version may be signed again, which changes only its manifest. */
function cachingOf(path: string): string {
  if (!isForEveryone(path)) return 'no-store';
  return path === manifestFile ? 'no-cache' : 'public, max-age=31536000, immutable';
}

/** Takes new versions: what they consist of, then each file that is missing, and at last the order to publish. */
export function arrivalRoutes(
  server: FastifyInstance,
  { store, senders, trust, uploads, arrivals }: Omit<VersionParts, 'previewLink'>,
): void {
  server.put<{ Params: VersionParams }>(`/:app/:version/${manifestFile}`, senders.signed(), async (request) => {
    const { app, version } = versionOf(request);
    const { manifest: described, provenance } = announcement.parse(await jsonOf(request));
    const manifest = readManifest(JSON.stringify(described), storePath.manifest(app, version));
    if (manifest.name !== app || manifest.version !== version)
      throw new OperatorError('RELEASE-RENAMED', `${manifest.name}@${manifest.version} was sent as ${app}@${version}.`);
    trust.assertRelease(manifest);
    if (await arrivals.signAnew(manifest)) return { missing: [] };
    await assertRoom(store, manifest);
    return { missing: await uploads.begin(manifest, provenance) };
  });

  server.put<{ Params: VersionParams & { '*': string } }>(
    '/:app/:version/*',
    senders.signed(),
    async (request, reply) => {
      const { app, version } = versionOf(request);
      const { '*': path } = request.params;
      assertFilePath(app, version, path);
      await uploads.take(app, version, path, bodyOf(request));
      return reply.code(204).send();
    },
  );

  server.post<{ Params: VersionParams }>('/:app/:version', senders.signed(), async (request) => {
    const { app, version } = versionOf(request);
    // Most requests have no body.
    const { acceptsLoss } = publishRequest.parse(await jsonOf(request, {}));
    return await arrivals.publish(app, version, acceptsLoss);
  });
}

/** Removes versions that were never live. */
export function forgetRoute(
  server: FastifyInstance,
  { store, senders }: Pick<VersionParts, 'store' | 'senders'>,
): void {
  server.delete<{ Params: VersionParams }>('/:app/:version', senders.signed(), async (request, reply) => {
    const { app, version } = versionOf(request);
    await forget(store, app, version);
    return reply.code(204).send();
  });
}

const announcement = z.object({ manifest: z.unknown(), provenance: provenanceSchema });

const publishRequest = z.object({ acceptsLoss: z.boolean().default(false) });

/** Makes links to versions that need not be live. */
export function previewRoute(
  server: FastifyInstance,
  { senders, previewLink }: Pick<VersionParts, 'senders' | 'previewLink'>,
): void {
  server.post<{ Params: VersionParams }>('/:app/:version/preview', senders.signed(), async (request) => {
    const { app, version } = versionOf(request);
    const { days } = previewRequest.parse(await jsonOf(request));
    return { link: await previewLink({ app, version, days }) };
  });
}

const previewRequest = z.object({ days: z.number().min(0).max(maxPreviewDays) });

/** @throws {OperatorError} RELEASE-NAME */
function versionOf({ params }: { readonly params: unknown }): VersionParams {
  const { app, version } = params as VersionParams;
  assertAppName(app);
  assertVersion(version);
  return { app, version };
}

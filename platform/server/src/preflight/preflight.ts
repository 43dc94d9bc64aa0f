import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessSettings } from '@site/api/settings.ts';
import type { Preflight } from '@site/releases/operations/publish.ts';
import { renderEveryPage } from '@site/renderer/preflight/renderEveryPage.ts';
import Fastify from 'fastify';
import { embeddedApi } from '../api/embeddedApi.ts';

/**
 * Checks a release with the site's API and its sample news, on a database of their own.
 *
 * @throws {OperatorError} RELEASE-CATALOGUE, RELEASE-PREFLIGHT or RELEASE-LOSS with everything that is wrong
 */
export const preflight: Preflight = async (task) => {
  const folder = await mkdtemp(join(tmpdir(), 'release-preflight-'));
  const server = Fastify();
  try {
    const api = await embeddedApi(readProcessSettings({ DATA_DIR: folder, SAMPLE_NEWS: 'true' }));
    server.addHook('onClose', api.close);
    await api.register(server);
    return await renderEveryPage(api.call, task);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import Fastify from 'fastify';
import type { ApiBackend } from '../api/ApiBackend.ts';
import { embeddedApi } from '../api/embeddedApi.ts';
import { releaseId } from '../render/titles.ts';
import { WorkerLostError } from '../render/WorkerLostError.ts';
import { assertCatalogues } from './assertCatalogues.ts';
import { assertRendered } from './assertRendered.ts';
import { pathsOfRemote, type TriedPath } from './pathsOfRemote.ts';
import { TrialWorker } from './TrialWorker.ts';

const visitor = { address: '127.0.0.1' };
const origin = 'http://trial.example';

/**
 * Tries a release of a remote as visitors will meet it: its catalogues are compared, and every page is rendered in
 * every language by the shell, with the sample news of a database made for the trial.
 *
 * @throws {OperatorError} RELEASE-CATALOGUE or RELEASE-TRIAL with everything that is wrong
 */
export async function tryRelease(candidate: Release, shell: Release): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'release-trial-'));
  const server = Fastify();
  try {
    const api = await embeddedApi({ DATA_DIR: folder });
    server.addHook('onClose', api.close);
    await api.register(server);
    await tryWith(api, candidate, shell);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A remote without a page would be live, and nobody could see it. */
function assertRouted(candidate: Release, paths: readonly TriedPath[]): void {
  if (paths.length > 0) return;
  const { name } = candidate.manifest;
  throw new OperatorError(
    'RELEASE-TRIAL',
    `${releaseId(candidate)} has no page: no row of shared/routes/table.ts names the remote "${name}". Add one, and release the shell first.`,
  );
}

async function tryWith(api: ApiBackend, candidate: Release, shell: Release): Promise<void> {
  const { name, version, publicPath, entry } = candidate.manifest;
  const registry = { [name]: { release: version, entry: publicPath + entry } };
  const worker = new TrialWorker(api.call, shell);
  try {
    assertCatalogues(candidate, await worker.ask((asked) => asked.inspect(candidate)));
    const paths = await pathsOfRemote(name, api);
    assertRouted(candidate, paths);
    for (const tried of paths) {
      const job = { request: { url: tried.url, language: tried.language }, origin, registry };
      assertRendered(candidate, tried, await worker.ask((asked) => asked.render(job, candidate, visitor)));
    }
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
    const reasons = [error.message, ...worker.output].join('\n');
    throw new OperatorError('RELEASE-TRIAL', `${releaseId(candidate)} can’t be rendered: ${reasons}`, error);
  } finally {
    worker.stop();
  }
}

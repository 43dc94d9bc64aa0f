import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import Fastify from 'fastify';
import type { ApiBackend } from '../api/ApiBackend.ts';
import { embeddedApi } from '../api/embeddedApi.ts';
import { WorkerLostError } from '../render/Jobs.ts';
import { type RenderHost, RenderWorker } from '../render/RenderWorker.ts';
import { assertCatalogues, assertRendered } from './assertPages.ts';
import { preflightPages } from './preflightPages.ts';

const visitor = { address: '127.0.0.1' };
const origin = 'http://preflight.example';

/**
 * Checks a release of a remote before it is stored: compares its catalogues, and renders every page in every language with
 * the shell and the sample news.
 *
 * @throws {OperatorError} RELEASE-CATALOGUE or RELEASE-TRIAL with everything that is wrong
 */
export async function preflight(candidate: Release, shell: Release): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'release-preflight-'));
  const server = Fastify();
  try {
    const api = await embeddedApi({ DATA_DIR: folder, SAMPLE_NEWS: true });
    server.addHook('onClose', api.close);
    await api.register(server);
    await renderEveryPage(api, candidate, shell);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function renderEveryPage(api: ApiBackend, candidate: Release, shell: Release): Promise<void> {
  const { name, version, publicPath, entry } = candidate.manifest;
  const registry = { [name]: { release: version, entry: publicPath + entry } };
  const worker = new PreflightWorker(api.call, shell);
  try {
    assertCatalogues(candidate, await worker.ask((asked) => asked.inspect(candidate)));
    const pages = await preflightPages(name, api);
    if (pages.length === 0) throw unrouted(candidate);
    for (const page of pages) {
      const job = { request: { url: page.url, language: page.language }, origin, registry };
      const task = { job, page: page.page, remote: candidate, visitor };
      assertRendered(candidate, page, await worker.ask((asked) => asked.render(task)));
    }
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
    const reasons = [error.message, ...worker.output].join('\n');
    throw new OperatorError('RELEASE-TRIAL', `${releaseId(candidate)} can’t be rendered: ${reasons}`, error);
  } finally {
    worker.stop();
  }
}

/** A remote without a page would go live where nobody sees it. */
function unrouted(candidate: Release): OperatorError {
  const { name } = candidate.manifest;
  return new OperatorError(
    'RELEASE-TRIAL',
    `${releaseId(candidate)} has no page: no row of shared/routes/table.ts names the remote "${name}". Add one, and release the shell first.`,
  );
}

/** A worker that is replaced once per question when it is lost: a busy machine may have used up the page's time. */
class PreflightWorker {
  /** What the workers have printed. */
  readonly output: string[] = [];
  readonly #start: () => RenderWorker;
  #worker: RenderWorker;

  constructor(callApi: RenderHost['callApi'], shell: Release) {
    this.#start = () => new RenderWorker({ callApi, onOutput: (text) => this.output.push(text) }, shell);
    this.#worker = this.#start();
  }

  /** Asks the worker something. Errors as those of the worker. */
  async ask<Result>(question: (worker: RenderWorker) => Promise<Result>): Promise<Result> {
    try {
      return await question(this.#worker);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      this.#worker.retire();
      this.#worker = this.#start();
      return await question(this.#worker);
    }
  }

  stop(): void {
    this.#worker.retire();
  }
}

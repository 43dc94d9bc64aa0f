import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readProcessSettings } from '@site/api/settings.ts';
import type { Trial } from '@site/releases/operations/publish.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import Fastify from 'fastify';
import type { ApiBackend } from '../api/ApiBackend.ts';
import { embeddedApi } from '../api/embeddedApi.ts';
import { checkShell } from '../pages/checkShell.ts';
import { WorkerLostError } from '../render/Jobs.ts';
import { type RenderHost, RenderWorker } from '../render/RenderWorker.ts';
import { assertCatalogues, assertRendered } from './assertPages.ts';
import { type PreflightPage, preflightPages } from './preflightPages.ts';

const visitor = { address: '127.0.0.1' };
const origin = 'http://preflight.example';

/**
 * Checks a release before it is stored. Of a remote: compares its catalogues, and renders every page in every language with
 * the live shell and the sample news. Of a shell: renders the 404 page, and every page of the live remotes.
 *
 * @throws {OperatorError} RELEASE-CATALOGUE or RELEASE-TRIAL with everything that is wrong
 */
export async function preflight(trial: Trial): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'release-preflight-'));
  const server = Fastify();
  try {
    const api = await embeddedApi(readProcessSettings({ DATA_DIR: folder, SAMPLE_NEWS: 'true' }));
    server.addHook('onClose', api.close);
    await api.register(server);
    await renderEveryPage(api, trial);
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function renderEveryPage(api: ApiBackend, { candidate, shell, remotes, liveShell }: Trial): Promise<void> {
  const worker = new PreflightWorker(api.call, shell);
  const pages = preflightPages(remotes, api);
  try {
    if (candidate === shell) await assertShell(worker, shell);
    else {
      assertCatalogues(candidate, await worker.ask((asked) => asked.inspect(candidate)));
      if ((await pages).length === 0) throw unrouted(candidate);
    }
    for (const page of await pages) {
      try {
        await renderPage(worker, page, remotes);
      } catch (error) {
        if (!liveShell || !(await failsWith(api, liveShell, page, remotes))) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
    const reasons = [error.message, ...worker.output].join('\n');
    throw new OperatorError('RELEASE-TRIAL', `${releaseId(candidate)} can’t be rendered: ${reasons}`, error);
  } finally {
    worker.stop();
  }
}

/** Checks a shell alone, as servers do before they show it. */
async function assertShell(worker: PreflightWorker, shell: Release): Promise<void> {
  const failure = await checkShell({ shell }, (task) => worker.ask((asked) => asked.render(task)), origin);
  if (!failure) return;
  const reasons = [failure.message, ...worker.output].join('\n');
  throw new OperatorError('RELEASE-TRIAL', `${releaseId(shell)} can’t render its 404 page: ${reasons}`);
}

async function renderPage(worker: PreflightWorker, page: PreflightPage, remotes: readonly Release[]): Promise<void> {
  const { shell } = worker;
  const registry = Object.fromEntries(
    remotes.map(({ manifest: { name, version, publicPath, entry } }) => [
      name,
      { release: version, entry: publicPath + entry },
    ]),
  );
  const job = { request: { url: page.url, language: page.language }, origin, registry };
  const task = { job, shell, page: page.page, remote: page.remote, visitor };
  assertRendered(shell, page, await worker.ask((asked) => asked.render(task)));
}

/** Whether a page fails with a shell: then no other shell is to blame for it. */
async function failsWith(
  api: ApiBackend,
  shell: Release,
  page: PreflightPage,
  remotes: readonly Release[],
): Promise<boolean> {
  const worker = new PreflightWorker(api.call, shell);
  try {
    await renderPage(worker, page, remotes);
    return false;
  } catch {
    return true;
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
  readonly shell: Release;
  readonly #start: () => RenderWorker;
  #worker: RenderWorker;

  constructor(callApi: RenderHost['callApi'], shell: Release) {
    this.shell = shell;
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

import type { PreflightTask } from '@site/releases/operations/publish.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { routesIn } from '@site/shared/routes/composeTable.ts';
import type { CallApi } from '../apiCalls.ts';
import { checkShell } from '../views/checkShell.ts';
import { WorkerLostError } from '../workers/Jobs.ts';
import { type RenderHost, RenderWorker } from '../workers/RenderWorker.ts';
import { assertCatalogues, assertRendered } from './assertPages.ts';
import { type PreflightPage, preflightPages } from './preflightPages.ts';

const visitor = { address: '127.0.0.1' };
const origin = 'http://preflight.example';

/**
 * Checks a release before it is stored. Of a remote: compares its catalogues, and renders every page in every language with
 * the live shell and the news of an API. Of a shell: renders the 404 page, and every page of the live remotes.
 *
 * @throws {OperatorError} RELEASE-CATALOGUE or RELEASE-PREFLIGHT with everything that is wrong
 */
export async function renderEveryPage(callApi: CallApi, task: PreflightTask): Promise<void> {
  const { underTest, shell, liveShell } = task;
  const workers = new PreflightWorkers(callApi, shell);
  const pages = preflightPages(task, callApi);
  try {
    if (underTest === shell) await assertShell(workers, shell);
    else {
      await assertCatalogues(underTest, await workers.ask(underTest, (worker) => worker.inspect()));
      if ((await pages).length === 0) throw unrouted(underTest);
    }
    for (const page of await pages) {
      try {
        await renderPage(workers, page, task);
      } catch (error) {
        if (!liveShell || !(await failsWith(callApi, liveShell, page, task))) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof WorkerLostError)) throw error;
    const reasons = [error.message, ...workers.output].join('\n');
    throw new OperatorError('RELEASE-PREFLIGHT', `${releaseId(underTest)} can’t be rendered: ${reasons}`, error);
  } finally {
    workers.stop();
  }
}

/** Checks a shell alone, as servers do before they show it. */
async function assertShell(workers: PreflightWorkers, shell: Release): Promise<void> {
  const failure = await checkShell(
    { shell },
    (task) => workers.ask(undefined, (worker) => worker.render(task)),
    origin,
  );
  if (!failure) return;
  const reasons = [failure.message, ...workers.output].join('\n');
  throw new OperatorError('RELEASE-PREFLIGHT', `${releaseId(shell)} can’t render its 404 page: ${reasons}`);
}

async function renderPage(
  workers: PreflightWorkers,
  page: PreflightPage,
  { remotes, routes }: PreflightTask,
): Promise<void> {
  const { shell } = workers;
  const registry = Object.fromEntries(
    remotes.map(({ manifest: { name, version, publicPath, entry } }) => [
      name,
      { release: version, entry: publicPath + entry },
    ]),
  );
  const job = {
    request: { url: page.url, language: page.language },
    origin,
    registry,
    routes: routesIn(page.language, routes),
  };
  const task = { job, shell, page: page.page, remote: page.remote, visitor };
  await assertRendered(shell, page, await workers.ask(page.remote, (worker) => worker.render(task)));
}

/** Whether a page also fails with this shell: then another shell isn't to blame. */
async function failsWith(callApi: CallApi, shell: Release, page: PreflightPage, task: PreflightTask): Promise<boolean> {
  const workers = new PreflightWorkers(callApi, shell);
  try {
    await renderPage(workers, page, task);
    return false;
  } catch {
    return true;
  } finally {
    workers.stop();
  }
}

/** The error for a remote without a page: it would go live where nobody sees it. */
function unrouted(underTest: Release): OperatorError {
  const { name } = underTest.manifest;
  return new OperatorError(
    'RELEASE-PREFLIGHT',
    `${releaseId(underTest)} has no page that visitors could see: src/remote.ts of ${name} proposes none. Add one, and build it again.`,
  );
}

/** A worker for each remote, replaced once per question when it is lost: a busy machine may have used up the page's time. */
class PreflightWorkers {
  /** The output of all workers. */
  readonly output: string[] = [];
  readonly shell: Release;
  readonly #start: (remote: Release | undefined) => RenderWorker;
  readonly #workers = new Map<Release | undefined, RenderWorker>();

  constructor(callApi: CallApi, shell: Release) {
    const host: RenderHost = { callApi, onOutput: (text) => this.output.push(text) };
    this.shell = shell;
    this.#start = (remote) => {
      const worker = new RenderWorker(host, shell, remote);
      this.#workers.set(remote, worker);
      return worker;
    };
  }

  /** Asks the worker of a remote, or that of the shell's own pages. Throws as the worker does. */
  async ask<Result>(remote: Release | undefined, ask: (worker: RenderWorker) => Promise<Result>): Promise<Result> {
    // The worker's output may explain what went wrong.
    const question = (worker: RenderWorker) => ask(worker).finally(() => worker.printed);
    const worker = this.#workers.get(remote) ?? this.#start(remote);
    try {
      return await question(worker);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      worker.retire();
      return await question(this.#start(remote));
    }
  }

  stop(): void {
    for (const worker of this.#workers.values()) worker.retire();
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assertPicturesWithinBudget } from '@site/releases/budgets.ts';
import type { PreflightTask } from '@site/releases/operations/publish.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { routesIn } from '@site/shared/routes/composeTable.ts';
import type { RenderJob } from '@site/shell/render/messages.ts';
import type { CallApi } from '../apiCalls.ts';
import { type Failure, isFailure, type Refused } from '../outcome/outcome.ts';
import { checkShell } from '../views/checkShell.ts';
import { registryOf } from '../views/siteJob.ts';
import { type RenderHost, RenderWorker } from '../workers/RenderWorker.ts';
import { assertFragments, fragmentsAlone, fragmentsIn, type TriedFragment } from './assertFragments.ts';
import { assertCatalogues, assertOwnHead, assertRendered } from './assertPages.ts';
import { lossOf, type PageLoss, reportLosses } from './losses.ts';
import { linkedAddress, type PreflightPage, preflightPages } from './preflightPages.ts';

const visitor = { address: '127.0.0.1' };
const origin = 'http://preflight.example';

/**
 * Checks a release before it is stored. Of a remote: compares its catalogues, and renders every page and fragment in every language with
 * the live shell and the news of an API, its fragments also with the values that live pages give them. Of a shell: renders the 404 page, and every page of the live remotes, which must show
 * the texts that they show with the live shell.
 *
 * @returns what its publisher should know: the texts that are lost, if that is accepted
 * @throws {OperatorError} RELEASE-CATALOGUE, RELEASE-PREFLIGHT or RELEASE-LOSS with everything that is wrong
 */
export async function renderEveryPage(callApi: CallApi, task: PreflightTask): Promise<readonly string[]> {
  const { underTest, shell, liveShell } = task;
  const workers = new PreflightWorkers(callApi, shell);
  const liveWorkers = liveShell && new PreflightWorkers(callApi, liveShell);
  try {
    const pages = preflightPages(task, callApi);
    if (underTest === shell) await assertShell(workers, shell);
    else {
      const inspected = await workers.ask(underTest, (worker) => worker.inspect());
      if ('kind' in inspected) throw unusable(inspected, `${releaseId(underTest)} can’t be rendered`, workers);
      await assertCatalogues(underTest, inspected);
      if ((await pages).length === 0 && !underTest.manifest.fragments) throw unrouted(underTest);
      await tryFragments(fragmentsAlone(underTest), task, workers);
    }
    const { losses, shown } = await tryPages(await pages, task, workers, liveWorkers);
    if (underTest !== shell) {
      await assertPictures(task, shown);
      const others = await preflightPages({ ...task, remotes: task.users }, callApi);
      const inPages = await pagesOfUsers(others, [...shown.values()].flat(), task, workers);
      await tryFragments(fragmentsIn(inPages, underTest), task, workers);
    }
    return reportLosses(losses, task);
  } finally {
    workers.stop();
    liveWorkers?.stop();
  }
}

async function tryFragments(
  tried: readonly TriedFragment[],
  task: PreflightTask,
  workers: PreflightWorkers,
): Promise<void> {
  await assertFragments(
    task,
    tried,
    (language) => jobIn(language, task),
    (fragment) => workers.ask(task.underTest, (worker) => worker.render({ ...fragment, visitor })),
  );
}

/**
 * Renders live pages of other teams, to learn which fragments they show, and with which values. What fails in them isn't the fault of the
 * release under test.
 *
 * @param documents those that may link to pages with parameters
 */
async function pagesOfUsers(
  pages: readonly PreflightPage[],
  documents: readonly string[],
  { routes }: PreflightTask,
  workers: PreflightWorkers,
): Promise<Parameters<typeof fragmentsIn>[0]> {
  const { shell } = workers;
  const rendered = [];
  for (const { page, language, remote, mayBeMissing, url: sample } of pages) {
    const url = mayBeMissing ? linkedAddress({ page, language }, documents, routes) : sample;
    if (url === undefined) continue;
    const job = { ...jobIn(language, { remotes: [remote], routes }), request: { url, language }, fillsHoles: true };
    const outcome = await workers.ask(remote, (worker) => worker.render({ job, shell, page, remote, visitor }));
    if (!isFailure(outcome)) rendered.push({ url, language, holes: outcome.parts.holes ?? [] });
  }
  return rendered;
}

/** Renders pages: returns what they lose from the live shell to a new one, and the HTML of those that are found, by module. */
async function tryPages(
  pages: readonly PreflightPage[],
  task: PreflightTask,
  workers: PreflightWorkers,
  liveWorkers: PreflightWorkers | undefined,
): Promise<{ readonly losses: readonly PageLoss[]; readonly shown: ReadonlyMap<string, readonly string[]> }> {
  const losses: PageLoss[] = [];
  const shown = new Map<string, string[]>();
  for (const sample of pages.toSorted((one, other) => Number(one.mayBeMissing) - Number(other.mayBeMissing))) {
    // What another page links to is a real address.
    const linked = sample.mayBeMissing ? linkedAddress(sample, [...shown.values()].flat(), task.routes) : undefined;
    const page = linked === undefined ? sample : { ...sample, url: linked };
    const onShown = (html: string) => shown.set(page.module, [...(shown.get(page.module) ?? []), html]);
    const isReal = linked !== undefined || !sample.mayBeMissing;
    losses.push(...(await tryPage(page, task, { workers, liveWorkers, onShown: isReal ? onShown : undefined })));
  }
  return { losses, shown };
}

/** What renders pages. */
interface TryTools {
  readonly workers: PreflightWorkers;
  /** Those of the live shell, when another one is under test. */
  readonly liveWorkers: PreflightWorkers | undefined;
  /** Called with the HTML of a page that is found. */
  readonly onShown: ((html: string) => void) | undefined;
}

/** Renders a page, and returns what it loses from the live shell to a new one. */
async function tryPage(
  page: PreflightPage,
  task: PreflightTask,
  { workers, liveWorkers, onShown }: TryTools,
): Promise<readonly PageLoss[]> {
  const before = liveWorkers && (await renderPage(liveWorkers, page, task).catch(() => undefined));
  try {
    const after = await renderPage(workers, page, task, onShown);
    return before === undefined ? [] : lossOf(page, before, after);
  } catch (error) {
    // What fails with the live shell, too, isn't the new one's fault.
    if (liveWorkers && before === undefined) return [];
    throw error;
  }
}

/** Checks a shell alone, as servers do before they show it. */
async function assertShell(workers: PreflightWorkers, shell: Release): Promise<void> {
  const failure = await checkShell(
    { shell },
    (task) => workers.ask(undefined, (worker) => worker.render(task)),
    origin,
  );
  if (failure) throw unusable(failure, `${releaseId(shell)} can’t render its 404 page`, workers);
}

/** The error for a release that renders nothing. What its worker has printed may explain why. */
function unusable(problem: Failure | Refused, what: string, { output }: PreflightWorkers): OperatorError {
  const message = problem.kind === 'refused' ? problem.reason : problem.message;
  return new OperatorError('RELEASE-PREFLIGHT', `${what}: ${[message, ...output].join('\n')}`);
}

/** Renders a page, and returns its HTML. */
async function renderPage(
  workers: PreflightWorkers,
  page: PreflightPage,
  preflight: PreflightTask,
  onShown?: TryTools['onShown'],
): Promise<string> {
  const { shell } = workers;
  const { underTest } = preflight;
  const job = { ...jobIn(page.language, preflight), request: { url: page.url, language: page.language } };
  const task = { job, shell, page: page.page, remote: page.remote, visitor };
  const outcome = await workers.ask(page.remote, (worker) => worker.render(task));
  if (outcome.kind === 'lost') throw unusable(outcome, `${releaseId(underTest)} can’t be rendered`, workers);
  if (page.remote === underTest) assertOwnHead(page, outcome);
  const html = await assertRendered(shell, page, outcome);
  if (!isFailure(outcome) && outcome.status === 200) onShown?.(html);
  return html;
}

/** Compares what the pages under test show, in their HTML and by their style sheets, with the budget of pictures. */
async function assertPictures(
  { underTest: { folder, manifest }, policy }: PreflightTask,
  shown: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const whole = [...shown].map(async ([module, documents]) => {
    const { styles = [] } = manifest.modules[module] ?? {};
    const sheets = await Promise.all(styles.map((file) => readFile(join(folder, 'web', file), 'utf8')));
    return [module, documents.map((html) => [html, ...sheets].join('\n'))] as const;
  });
  assertPicturesWithinBudget(manifest, policy, new Map(await Promise.all(whole)));
}

/** What every job of a preflight has. */
const jobIn = (
  language: Language,
  { remotes, routes }: Pick<PreflightTask, 'remotes' | 'routes'>,
): Omit<RenderJob, 'request'> => ({
  origin,
  registry: registryOf(new Map(remotes.map((remote) => [remote.manifest.name, remote]))),
  routes: routesIn(language, routes),
});

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

  /** Asks the worker of a remote, or of the shell's own pages. */
  async ask<Result extends object>(
    remote: Release | undefined,
    ask: (worker: RenderWorker) => Promise<Result>,
  ): Promise<Result> {
    // The worker's output may explain what went wrong.
    const question = (worker: RenderWorker) => ask(worker).finally(() => worker.printed);
    const worker = this.#workers.get(remote) ?? this.#start(remote);
    const answer = await question(worker);
    if (!('kind' in answer) || answer.kind !== 'lost') return answer;
    worker.retire();
    return await question(this.#start(remote));
  }

  stop(): void {
    for (const worker of this.#workers.values()) worker.retire();
  }
}

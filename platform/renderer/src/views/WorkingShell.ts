import { CircuitBreaker } from '@site/node/CircuitBreaker.ts';
import {
  type LostStore,
  type Release,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releaseId,
} from '@site/releases/Release.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { rendererLimits } from '../limits.ts';
import type { Failure, Refused } from '../outcome/outcome.ts';

/** What `WorkingShell` needs besides releases. */
export interface ShellChecks {
  /** Checks the shell of a set; returns how it fails, or that it can't be checked now; undefined when it works. */
  readonly check: (set: ReleaseSet) => Promise<Failure | Refused | undefined>;
  /** Called for each failure of a shell. */
  readonly onFailure: (shell: Release) => void;
  readonly log: { warn(details: object, message: string): void };
}

/** Why a shell is not shown, and when it is checked again. */
interface FailedShell {
  readonly failure: Failure;
  readonly breaker: CircuitBreaker;
}

/**
 * Shows the live releases with the first shell that works. A new shell is checked in the background while visitors get the
 * one before, and one that fails later gives way to it.
 */
export class WorkingShell implements ReleaseSource {
  readonly #source: ReleaseSource;
  readonly #checks: ShellChecks;
  /** Ids of the shells that work. */
  readonly #working = new Set<string>();
  readonly #failed = new Map<string, FailedShell>();
  /** The live releases whose shell was last found to work: asked for with each page from memory. */
  #known: ReleaseSet | undefined;
  #checking: Promise<Refused | undefined> | undefined;
  #hasWorked = false;

  constructor(source: ReleaseSource, checks: ShellChecks) {
    this.#source = source;
    this.#checks = checks;
  }

  /** What is shown now: with the first shell that is known to work, else with the live one. */
  current(): ReleaseSet {
    const live = this.#source.current();
    if (live === this.#known) return live;
    if (this.#working.has(releaseId(live.shell))) {
      this.#known = live;
      return live;
    }
    const working = this.#firstWorking(live);
    // A check that is refused because of overload has no result: the next call tries again. So it does after an error, such as of
    // a full disk: none of them ends the server.
    this.#checkNext(live, working)?.catch(() => {});
    return working ?? live;
  }

  /**
   * As `current`, but at a start it waits until a shell is known to work, or all have failed; refused when the server has too much
   * to do for that, or is stopping.
   */
  async settled(): Promise<ReleaseSet | Refused> {
    for (;;) {
      const live = this.#source.current();
      const checking = this.#firstWorking(live) ? undefined : this.#checkNext(live, undefined);
      if (!checking) return this.current();
      const refusal = await checking;
      if (refusal) return refusal;
    }
  }

  get refusedFolders(): ReadonlyMap<string, string> {
    return this.#source.refusedFolders ?? new Map();
  }

  get lostStore(): LostStore | undefined {
    return this.#source.lostStore;
  }

  /** Whether any shell has rendered since the start. */
  get hasWorked(): boolean {
    return this.#hasWorked;
  }

  /** What is wrong with the live shell, and what visitors get instead; undefined while it works. */
  get problem(): string | undefined {
    const { shell } = this.#source.current();
    const failed = this.#failed.get(releaseId(shell));
    return failed && this.#describe(shell, failed.failure);
  }

  /** Rechecks a shell that could not render its 404 page. The request alone decides nothing: anyone can send any request. */
  suspect(set: ReleaseSet): void {
    this.#checkInTurn(set).catch(() => {});
  }

  pointer(app: string): Pointer | undefined {
    return this.#source.pointer?.(app);
  }

  liveSince(release: Release): Date | undefined {
    return this.#source.liveSince(release);
  }

  find(app: string, version: string): Promise<Release | undefined> {
    return this.#source.find(app, version);
  }

  asset(path: string): Promise<ReleaseAsset | undefined> {
    return this.#source.asset(path);
  }

  shown(app: string): Promise<readonly Release[]> {
    return this.#source.shown(app);
  }

  reportFault(release: Release, code: string, message: string, module?: string): void {
    this.#source.reportFault(release, code, message, module);
  }

  clearFault(release: Release, module?: string): void {
    this.#source.clearFault(release, module);
  }

  close(): void {
    this.#source.close();
  }

  #firstWorking(live: ReleaseSet): ReleaseSet | undefined {
    return [live, ...live.fallbacks].find(({ shell }) => this.#working.has(releaseId(shell)));
  }

  /** Checks the first shell before the working one that is due; undefined when none is. One is checked at a time. */
  #checkNext(live: ReleaseSet, working: ReleaseSet | undefined): Promise<Refused | undefined> | undefined {
    if (this.#checking) return this.#checking;
    const sets = [live, ...live.fallbacks];
    const better = working ? sets.slice(0, sets.indexOf(working)) : sets;
    const due = better.find(({ shell }) => (this.#failed.get(releaseId(shell))?.breaker.delay() ?? 0) === 0);
    return due && this.#checkInTurn(due);
  }

  #checkInTurn(set: ReleaseSet): Promise<Refused | undefined> {
    this.#checking ??= this.#check(set).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(set: ReleaseSet): Promise<Refused | undefined> {
    const { shell } = set;
    const problem = await this.#checks.check(set).catch(
      // What documents are made of is damaged.
      (error): Failure => ({ kind: 'threw', message: error instanceof Error ? error.message : String(error) }),
    );
    if (problem?.kind === 'refused') return problem;
    if (problem) this.#fail(shell, problem);
    else this.#succeed(shell);
    return undefined;
  }

  #succeed(shell: Release): void {
    const id = releaseId(shell);
    this.#hasWorked = true;
    if (this.#working.has(id)) return;
    if (this.#failed.delete(id)) this.#checks.log.warn({ shell: id }, `RENDER-SHELL ${id} works again.`);
    this.#working.add(id);
    this.#source.clearFault(shell);
  }

  /** Records that a shell failed: the earlier one takes its place. */
  #fail(shell: Release, failure: Failure): void {
    const id = releaseId(shell);
    const { breaker = new CircuitBreaker(rendererLimits.shellBackoff, Date.now) } = this.#failed.get(id) ?? {};
    breaker.failed();
    this.#working.delete(id);
    this.#known = undefined;
    this.#failed.set(id, { failure, breaker });
    this.#checks.onFailure(shell);
    void this.#report(shell, failure);
  }

  /** Reports a failure when its place is known, unless the shell works again by then. */
  async #report(shell: Release, failure: Failure): Promise<void> {
    const id = releaseId(shell);
    const message = await (failure.located ?? failure.message);
    const failed = this.#failed.get(id);
    if (failed?.failure !== failure) return;
    this.#failed.set(id, { ...failed, failure: { ...failure, message } });
    this.#source.reportFault(shell, 'RENDER-SHELL', this.#describe(shell, { ...failure, message }));
  }

  #describe(shell: Release, { message }: Failure): string {
    const live = this.#source.current();
    const next = [live, ...live.fallbacks].find((set) => !this.#failed.has(releaseId(set.shell)));
    const instead = next ? `Visitors get ${releaseId(next.shell)}.` : 'No other shell works.';
    return `${releaseId(shell)} can’t render pages: ${message} ${instead}`;
  }
}

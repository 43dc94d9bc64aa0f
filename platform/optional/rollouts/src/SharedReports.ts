import { isDeepStrictEqual } from 'node:util';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { z } from 'zod';
import { rolloutLimits } from './limits.ts';
import { type RolloutLog, type RolloutReport, readReport } from './RolloutLog.ts';

/** What other servers have reported of an app's rollout. */
interface OtherReports {
  /** Where the shared memory has them: a key for each share of each rollout. */
  readonly key: string;
  readonly reports: Map<string, RolloutReport>;
}

/**
 * Exchanges the reports of servers that share a memory. Each keeps the latest report of all, also in its own folder, so that
 * release commands see the same wherever they run. Reports replace earlier ones, so none is lost or counted twice when the
 * memory was away.
 */
export class SharedReports {
  readonly #memory: SharedMemory;
  readonly #server: string;
  readonly #folder: Pick<RolloutLog, 'write' | 'remove'>;
  readonly #others = new Map<string, OtherReports>();
  readonly #exchanging = new Set<string>();

  /** @param server the name of this one */
  constructor(memory: SharedMemory, server: string, folder: Pick<RolloutLog, 'write' | 'remove'>) {
    this.#memory = memory;
    this.#server = server;
    this.#folder = folder;
  }

  /** Shares this server's report, and returns the others' reports; undefined while an earlier exchange still runs. */
  async exchange(app: string, own: RolloutReport): Promise<readonly RolloutReport[] | undefined> {
    if (this.#exchanging.has(app)) return undefined;
    this.#exchanging.add(app);
    try {
      const { version, salt, since } = own;
      const key = JSON.stringify(['rollout', app, version, salt, since]);
      const entries = await this.#memory.entries(key);
      const text = JSON.stringify(own);
      if (entries.get(this.#server) !== text)
        await this.#memory.setEntry(key, this.#server, text, rolloutLimits.sharedReports);
      const { reports } = this.#of(app, key);
      for (const [server, shared] of entries) await this.#take(app, server, shared, reports);
      return [...reports.values()];
    } finally {
      this.#exchanging.delete(app);
    }
  }

  /** Removes the others' reports of a rollout that is over. */
  async remove(app: string): Promise<void> {
    const others = this.#others.get(app);
    this.#others.delete(app);
    for (const server of others?.reports.keys() ?? []) await this.#folder.remove(app, server);
  }

  #of(app: string, key: string): OtherReports {
    const known = this.#others.get(app);
    if (known?.key === key) return known;
    const others = { key, reports: new Map() };
    this.#others.set(app, others);
    return others;
  }

  /** Takes another server's report if it is new. */
  async #take(app: string, server: string, text: string, reports: Map<string, RolloutReport>): Promise<void> {
    // It becomes the name of a file.
    const report = server !== this.#server && z.uuid().safeParse(server).success ? readReport(text) : undefined;
    if (!report || isDeepStrictEqual(report, reports.get(server))) return;
    reports.set(server, report);
    await this.#folder.write(app, server, report);
  }
}

import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { serverLimits } from '../limits.ts';
import type { PeerAnswer, Topic } from './messages.ts';
import type { ServerEnd } from './ServerProcess.ts';
import { ServerSlot, type SlotHost, type SlotServer } from './ServerSlot.ts';

/** What a supervisor starts servers with, and where it reports. */
export interface SupervisorHost {
  readonly launch: (
    number: number,
    options: {
      readonly listensAtOnce: boolean;
      readonly gather: (topic: Topic) => Promise<readonly PeerAnswer[]>;
    },
  ) => SlotServer;
  readonly report: (error: OperatorError) => void;
}

/** Runs several servers of one site on the same port: replaces those that are lost, and all of them, one by one, on demand. */
export class Supervisor {
  readonly #slots: readonly ServerSlot[];
  readonly #host: SupervisorHost;
  #hasStarted = false;
  #isStopping = false;
  /** The start, and every reload after it. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(count: number, host: SupervisorHost) {
    this.#host = host;
    const launch = (number: number) => host.launch(number, this.#optionsNow());
    const onLost: SlotHost['onLost'] = (server, end) => this.#reportLost(server, end);
    this.#slots = Array.from({ length: count }, (_, index) => new ServerSlot(index + 1, { launch, onLost }));
  }

  /**
   * Starts the servers. The first one prepares what all use, such as copies of releases and the database's tables.
   *
   * @returns the origin, when each server takes visitors or has failed to
   * @throws when the first one ends before it takes visitors
   */
  async start(): Promise<string> {
    const [first, ...others] = this.#slots;
    const started = (async () => {
      const origin = await first?.start().ready;
      this.#hasStarted = true;
      await Promise.allSettled(others.map((slot) => slot.start().ready));
      return origin ?? '';
    })();
    this.#work = started.catch(() => {});
    return await started;
  }

  /** Replaces the servers one by one. When the first replacement fails, the servers stay as they are. */
  reload(): void {
    this.#work = this.#work.then(async () => {
      try {
        for (const slot of this.#slots) if (!this.#isStopping) await slot.replace();
      } catch {
        if (!this.#isStopping)
          this.#host.report(
            new OperatorError(
              'SITE-RELOAD',
              `A new server has ended, or was not ready after ${serverLimits.servers.start / 1000} s: the earlier servers stay. The log lines before this one say why, or “npx site upgrade --check”.`,
            ),
          );
      }
    });
  }

  /** Ends all servers when their running requests are answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#slots.map((slot) => slot.stop()));
  }

  #optionsNow(): Parameters<SupervisorHost['launch']>[1] {
    // While another server takes visitors, one that starts must not.
    const listensAtOnce = this.#slots.every(({ server }) => server === undefined);
    return { listensAtOnce, gather: (topic) => this.#gather(topic) };
  }

  /** Asks all servers. One that is starting has no answer. */
  async #gather(topic: Topic): Promise<readonly PeerAnswer[]> {
    const ask = async (server: SlotServer | undefined) => await server?.ask(topic);
    return await Promise.all(
      this.#slots.map(async ({ server }, index) => {
        const value = await ask(server);
        return { server: index + 1, ...(value !== undefined && { value }) };
      }),
    );
  }

  #reportLost({ number, pid }: SlotServer, { code, signal }: ServerEnd): boolean {
    if (!this.#hasStarted) return false;
    const how = signal ?? `exit code ${code}`;
    this.#host.report(
      new OperatorError(
        'SITE-SERVER',
        `Server ${number} of ${this.#slots.length} (process ${pid}) has ended: ${how}. Another one starts.`,
      ),
    );
    return true;
  }
}

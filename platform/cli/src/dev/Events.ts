import type { ServerResponse } from 'node:http';
import type { DeveloperProblem } from './problems/Problems.ts';

/** What open pages know. */
interface State {
  /** Changes when pages must reload, because only the server's code has changed. */
  readonly server: string;
  /** Counts the builds: a page of an earlier one may be outdated. */
  readonly revision: number;
  readonly problems: readonly DeveloperProblem[];
}

/** Tells open pages about problems and builds, by server-sent events. */
export class Events {
  readonly #open = new Set<ServerResponse>();
  #state: State = { server: '', revision: 0, problems: [] };

  /** Sends a change to every open page. */
  send(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const page of this.#open) page.write(this.#message);
  }

  /** Answers a page that subscribes. */
  listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // Pages reconnect quickly to a restarted server.
    response.write(`retry: 200\n${this.#message}`);
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  get #message(): string {
    return `data: ${JSON.stringify(this.#state)}\n\n`;
  }
}

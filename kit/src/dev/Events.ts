import type { ServerResponse } from 'node:http';
import type { Problem } from './problems/Problem.ts';

/** What open pages are told. */
interface State {
  /** Changes when pages have to be loaded again, since what answers for them is another program. */
  readonly server: string;
  /** Counts what was built: a page of an earlier one may show what isn't so any more. */
  readonly revision: number;
  readonly problems: readonly Problem[];
}

/** Keeps open pages up to date on what is to be mended, by server-sent events. */
export class Events {
  readonly #open = new Set<ServerResponse>();
  #state: State = { server: '', revision: 0, problems: [] };

  /** Tells every open page. */
  send(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const page of this.#open) page.write(this.#message);
  }

  /** Answers a page that wants to be told. */
  listen(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    // A development server that is started anew is found again at once.
    response.write(`retry: 200\n${this.#message}`);
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
  }

  get #message(): string {
    return `data: ${JSON.stringify(this.#state)}\n\n`;
  }
}

import { lastGoodHeader } from '@site/shared/api/errors.ts';
import type { FetchedRequest, FetchedResponse } from '@site/shell/render/messages.ts';
import { type ApiAnswer, type CallApi, hasFailed, noAnswer, renderingCall } from '../apiCalls.ts';
import type { Jobs } from './Jobs.ts';

/** The calls that a worker's pages make: to the API, those that the contract lists, and to their remote's own; a few for each page. */
export class PageCalls {
  readonly #callApi: CallApi;
  readonly #jobs: Jobs;
  readonly #log: (text: string) => void;
  #hasRefused = false;

  constructor(callApi: CallApi, jobs: Jobs, log: (text: string) => void) {
    this.#callApi = callApi;
    this.#jobs = jobs;
    this.#log = log;
  }

  /**
   * Makes a call for the visitor of its job. Undefined when there is no such job.
   *
   * @param release the id of the release that makes it
   * @param remote its remote; undefined for the shell
   */
  async make(request: FetchedRequest, release: string, remote?: string): Promise<FetchedResponse | undefined> {
    const visitor = this.#jobs.visitorOf(request.job);
    if (!visitor) return undefined;
    const call = this.#jobs.mayCall(request.job) ? renderingCall(request, remote) : undefined;
    if (!call) this.#refuse(request, release);
    const { freshFor, ...response }: ApiAnswer = call ? await this.#callApi(call, visitor) : noAnswer;
    const isLastGood = response.headers[lastGoodHeader] !== undefined;
    if (hasFailed(response) || isLastGood) this.#jobs.apiFailed(request.job, isLastGood);
    if (freshFor !== undefined) this.#jobs.limitLifetime(request.job, freshFor);
    return response;
  }

  /** Logs the first call that is refused: code that makes one makes many. */
  #refuse({ method, path }: FetchedRequest, release: string): void {
    if (this.#hasRefused) return;
    this.#hasRefused = true;
    const asked = JSON.stringify(`${method} ${path}`.slice(0, 200));
    this.#log(`SITE-CALL ${release} asked the API for ${asked}, which pages may not, or too often for one page.`);
  }
}

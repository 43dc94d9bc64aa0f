import { lastGoodHeader } from '@site/shared/api/errors.ts';
import type { FetchedRequest, FetchedResponse } from '@site/shell/render/messages.ts';
import { type CallApi, hasFailed, noAnswer, renderingCall } from '../apiCalls.ts';
import type { Jobs } from './Jobs.ts';

/** The calls to the API that a worker's pages make: those that the contract lists, a few for each page. */
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

  /** Makes a call for the visitor of its job. Undefined when there is no such job. */
  async make(request: FetchedRequest, releaseId: string): Promise<FetchedResponse | undefined> {
    const visitor = this.#jobs.visitorOf(request.job);
    if (!visitor) return undefined;
    const call = this.#jobs.mayCall(request.job) ? renderingCall(request) : undefined;
    if (!call) this.#refuse(request, releaseId);
    const response = call ? await this.#callApi(call, visitor) : noAnswer;
    if (hasFailed(response)) this.#jobs.markIncomplete(request.job, response.headers[lastGoodHeader] === undefined);
    return response;
  }

  /** Logs the first call that is refused: code that makes one makes many. */
  #refuse({ method, path }: FetchedRequest, releaseId: string): void {
    if (this.#hasRefused) return;
    this.#hasRefused = true;
    const asked = JSON.stringify(`${method} ${path}`.slice(0, 200));
    this.#log(`SITE-CALL ${releaseId} asked the API for ${asked}, which pages may not, or too often for one page.`);
  }
}

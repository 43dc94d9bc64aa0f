import type { ContactErrorEntry } from '../contract/contact/contact.ts';

/** Header of a failed answer whose body is the last good one: the site's server keeps it for pages that it renders. */
export const lastGoodHeader = 'x-last-good';

/** A call that the API could not be asked, or that it answered with an error or with something that is no answer to it. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  /** HTTP status of the answer; absent when there was none: network down, API not running. */
  readonly status: number | undefined;

  /** What the same call was last answered with, of the call's own type; absent when that isn't known. */
  readonly lastGood: unknown;

  constructor(call: string, status: number | undefined, cause: unknown, lastGood?: unknown) {
    super(status ? `${call} was answered with status ${status}.` : `${call} got no answer.`, { cause });
    this.status = status;
    this.lastGood = lastGood;
  }
}

/** A contact message that the API did not accept, with the sentences to show. */
export class ContactRejectedError extends Error {
  override readonly name = 'ContactRejectedError';

  readonly errors: readonly ContactErrorEntry[];

  constructor(errors: readonly ContactErrorEntry[]) {
    super('The API did not accept the contact message.');
    this.errors = errors;
  }
}

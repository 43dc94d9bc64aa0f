import type { ContactErrorEntry } from '../contract/contact/message.ts';

/** A call that the API could not be asked, or that it answered with an error. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  /** HTTP status of the answer; absent when there was none: network down, API not running. */
  readonly status: number | undefined;

  constructor(call: string, status: number | undefined, cause: unknown) {
    super(status ? `${call} was answered with status ${status}.` : `${call} got no answer.`, { cause });
    this.status = status;
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

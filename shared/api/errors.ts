/** Header of a failed response whose body is the last good one, which the site's server keeps for rendering. */
export const lastGoodHeader = 'x-last-good';

/** What a failed response brings besides its status. */
interface FailedResponse {
  readonly lastGood?: unknown;
  readonly retryAfter?: number | undefined;
}

/** A failed call: the API couldn't be reached, returned an error, or returned something unexpected. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';

  /** HTTP status of the response; undefined when there was none: network down, API not running. */
  readonly status: number | undefined;

  /** After how many seconds to try again, as the response says; undefined when it doesn't. */
  readonly retryAfter: number | undefined;

  /** The last good response to the same call, of the call's own type; undefined when there was none. */
  readonly lastGood: unknown;

  constructor(call: string, status: number | undefined, cause: unknown, { lastGood, retryAfter }: FailedResponse = {}) {
    super(status ? `${call} was answered with status ${status}.` : `${call} got no answer.`, { cause });
    this.status = status;
    this.lastGood = lastGood;
    this.retryAfter = retryAfter;
  }
}

/** What an API says to the fields of a form that it rejects: the text to show for each. */
export type RejectedFields = Readonly<Partial<Record<string, string>>>;

/** A contact message or another form that its API rejected, with the texts to show. Releases know the error by its name. */
export class ContactRejectedError extends Error {
  override readonly name = 'ContactRejectedError';

  readonly errors: readonly RejectedFields[];

  constructor(errors: readonly RejectedFields[]) {
    super('The API did not accept the form.');
    this.errors = errors;
  }
}

import { ApiError } from '@site/shared';

/**
 * The outcome of a call to the API. After a failure `body` is the last good response to the same call, if there was one.
 * The failure is part of the page's data, but its message is never shown. `status` is null when there was no response.
 */
export type Outcome<Body> =
  | { readonly body: Body; readonly failure: null }
  | { readonly body: Body | null; readonly failure: { readonly status: number | null } };

/** Waits for a call to the API and turns its failure into an outcome. Other errors are bugs, and are thrown. */
export async function outcomeOf<Body>(call: Promise<Body>): Promise<Outcome<Body>> {
  try {
    return { body: await call, failure: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The client guarantees the call's own type.
    const lastGood = (error.lastGood ?? null) as Body | null;
    return { body: lastGood, failure: { status: error.status ?? null } };
  }
}

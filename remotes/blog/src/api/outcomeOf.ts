import { ApiError } from '@site/shared';

/**
 * What a call to the API came to. After a failure the page stands with what the same call was last answered with, or without.
 * The failure travels in the page's data; its text is never shown. `status` is null when there was no answer at all.
 */
export type Outcome<Body> =
  | { readonly body: Body; readonly failure: null }
  | { readonly body: Body | null; readonly failure: { readonly status: number | null } };

/** Waits for a call to the API and keeps its failure. Any other error is a mistake in our code and stays one. */
export async function outcomeOf<Body>(call: Promise<Body>): Promise<Outcome<Body>> {
  try {
    return { body: await call, failure: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Of the call's own type, as the client promises.
    const lastGood = (error.lastGood ?? null) as Body | null;
    return { body: lastGood, failure: { status: error.status ?? null } };
  }
}

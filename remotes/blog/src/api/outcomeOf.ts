import { ApiError } from '@site/shared';

/**
 * What a call to the API came to. A failed call leaves the page standing without its content, so the failure
 * travels in the page's data and is never shown. `status` is null when there was no answer at all.
 */
export type Outcome<Body> =
  | { readonly body: Body; readonly failure: null }
  | { readonly body: null; readonly failure: { readonly status: number | null } };

/** Waits for a call to the API and keeps its failure. Any other error is a mistake in our code and stays one. */
export async function outcomeOf<Body>(call: Promise<Body>): Promise<Outcome<Body>> {
  try {
    return { body: await call, failure: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { body: null, failure: { status: error.status ?? null } };
  }
}

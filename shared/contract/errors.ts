/** Thrown by a page's `load` when its address has no content: the shell shows the 404 page with status 404. */
export class PageNotFoundError extends Error {
  override readonly name = 'PageNotFoundError';

  constructor(what: string) {
    super(`Nothing was found at this address: ${what}.`);
  }
}

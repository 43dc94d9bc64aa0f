/** What kept news from being imported, as `docs/errors.md` explains it. */
export type ImportErrorCode = 'NEWS-SOURCE' | 'NEWS-FORMAT' | 'NEWS-LANGUAGE' | 'NEWS-ITEM';

/** Nothing of a file or an address was imported; the message begins with the code and says why. */
export class ImportError extends Error {
  override readonly name = 'ImportError';

  constructor(code: ImportErrorCode, message: string) {
    super(`${code} ${message}`);
  }
}

/** What keeps a site from being exported, told to its owner. */
export class ExportError extends Error {
  override readonly name = 'ExportError';

  /** @param message without the code, which all of them have in common */
  constructor(message: string) {
    super(`SITE-EXPORT ${message}`);
  }
}

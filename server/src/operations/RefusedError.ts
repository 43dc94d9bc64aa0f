/** Too many pages wait for a rendering worker, or too many of one visitor; the server's own process lags; or the server is stopping. */
export type RefusalReason = 'rendering' | 'fair-share' | 'event-loop' | 'stopping';

/** A request is refused at once, so that the server can end what it has begun. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly statusCode = 503;
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('SITE-OVERLOAD The server has too much to do just now. Please try again in a moment.');
    this.reason = reason;
  }
}

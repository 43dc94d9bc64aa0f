/**
 * Why requests are refused: too many pages wait for a rendering worker, or too many of one visitor; there is no worker because
 * they keep ending; the event loop is delayed; or the server is stopping.
 */
export const refusalReasons = ['rendering', 'fair-share', 'no-worker', 'event-loop', 'stopping'] as const;

/** Why a request was refused. */
export type RefusalReason = (typeof refusalReasons)[number];

/** A request was refused at once, so that the server can finish those it has started. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly statusCode = 503;
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('SITE-OVERLOAD The server has too much to do just now. Please try again in a moment.');
    this.reason = reason;
  }
}

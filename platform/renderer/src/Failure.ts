/**
 * Why a release didn't render a page: its code threw, or took too long, which may pass. Each function between worker and
 * visitor returns its result, or passes the failure on.
 */
export interface Failure {
  readonly kind: 'threw' | 'late';
  readonly message: string;
  readonly stack?: string;
  /** The path of the page. */
  readonly path?: string;
  /** The message with its place in the sources, as soon as that is known. Never rejects. */
  readonly located?: Promise<string>;
}

/** The code of a failure in the list of releases. */
export const faultCode = ({ kind }: Failure): string => (kind === 'late' ? 'RENDER-TIMEOUT' : 'RENDER-THREW');

/** Whether an outcome is a failure. */
export const isFailure = <Outcome extends { readonly kind: string }>(outcome: Outcome | Failure): outcome is Failure =>
  outcome.kind === 'threw' || outcome.kind === 'late';

/**
 * What becomes of a page, from the worker that renders it to the answer that its visitor gets. Each function on the way returns
 * an outcome or passes it on; only bugs are thrown.
 */
export type Outcome<Content> = Shown<Content> | Failure | Refused;

/** There is something to show: the parts of a view, and later the page made of them. Browsers and proxies may keep it if it is whole. */
export type Shown<Content> = Content & { readonly kind: ShownKind };

type ShownKind =
  /** The page with all its data, or the 404 page where there is none. Cached; a page becomes its own last good version. */
  | 'whole'
  /** The API failed, and the page shows its last good answers. Cached for a moment only. */
  | 'old-data'
  /** The API failed, and there was no such answer. The last good version of the page is better; else as `old-data`. */
  | 'no-data'
  /**
   * The 404 page in place of one that fails in every release, or whose remote can't be used. The last good version is better.
   * Never cached. Its status is 404, 503 while the failure may pass, or `notHere`.
   */
  | 'substitute'
  /** The last good version of a page, marked as stale. Cached for a moment only. */
  | 'last-good';

/**
 * The status when this server can't answer but another one may: it is starting, or can't render what it should show. A proxy
 * treats it like no answer and asks the next server. 503 is for what every server would answer, such as overload: a retry
 * would only burden the next server too.
 */
export const notHere = 502;

/**
 * There is no page, and its release is at fault. Visitors get the page from an earlier release, else its last good version, else
 * a substitute. When the shell fails even to render that, they get a page with status 503 that needs no renderer.
 */
export interface Failure {
  /**
   * - `threw`: its code threw, is damaged, or answered with something that is no page.
   * - `late`: it took too long, which may pass.
   * - `lost`: its worker took too long or too much memory, or ended by itself. That may pass, too.
   */
  readonly kind: 'threw' | 'late' | 'lost';
  readonly message: string;
  readonly stack?: string;
  /** The path of the page. */
  readonly path?: string;
  /** The message with its place in the sources, as soon as that is known. Never rejects. */
  readonly located?: Promise<string>;
  /** Of a lost worker: whether another page may be to blame, so that this one is tried again. */
  readonly mayBeInnocent?: boolean;
}

/**
 * The request was refused at once, so that the server can finish those it has started. No release is at fault. Visitors get the
 * last good version, else status 503. Counted, not logged: that would add to the load.
 */
export interface Refused {
  readonly kind: 'refused';
  readonly reason: RefusalReason;
}

/**
 * Why requests are refused: too many pages wait for a rendering worker, or too many of one visitor; there is no worker because
 * they keep ending; the event loop is delayed; or the server is stopping.
 */
export const refusalReasons = ['rendering', 'fair-share', 'no-worker', 'event-loop', 'stopping'] as const;

/** Why a request was refused. */
export type RefusalReason = (typeof refusalReasons)[number];

export const refused = (reason: RefusalReason): Refused => ({ kind: 'refused', reason });

/** The kind of what consists of several parts. */
export const worstOf = (kinds: readonly ShownKind[]): ShownKind =>
  (['substitute', 'no-data', 'old-data', 'last-good'] as const).find((kind) => kinds.includes(kind)) ?? 'whole';

/** Whether there is something to show. */
export const isShown = <Content>(outcome: Outcome<Content>): outcome is Shown<Content> =>
  outcome.kind !== 'refused' && !isFailure(outcome);

/** Whether a release is at fault. */
export const isFailure = (outcome: { readonly kind: string }): outcome is Failure =>
  outcome.kind === 'threw' || mayPass(outcome);

/** Whether a later try may succeed without a new release. */
export const mayPass = ({ kind }: { readonly kind: string }): boolean => kind === 'late' || kind === 'lost';

/** The code of a failure in the list of releases. */
export const faultCode = (failure: Failure): string => (mayPass(failure) ? 'RENDER-TIMEOUT' : 'RENDER-THREW');

/** How metrics and the log name what a rendering led to. */
export const resultOf = (outcome: Shown<object> | Failure): 'view' | 'failed' | 'lost' => {
  if (outcome.kind === 'lost') return 'lost';
  return isFailure(outcome) ? 'failed' : 'view';
};

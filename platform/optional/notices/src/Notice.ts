/** What is told. */
export type NoticeKind =
  | 'faulty'
  | 'faultyInBrowsers'
  | 'refused'
  | 'promoted'
  | 'rolledBack'
  | 'rollout'
  | 'rolloutEnded'
  | 'takenBack'
  | 'expires'
  | 'expired'
  | 'asks'
  | 'frozen'
  | 'lifted'
  | 'more'
  | 'try';

/** Something that the owner should know. */
export interface Notice {
  readonly kind: NoticeKind;
  /** What it is about, for the limit of each. */
  readonly app: string;
  /** Names and words of others, by their placeholders in the catalogue. None can be trusted. */
  readonly values: Readonly<Record<string, string>>;
}

/** A notice on its way. */
export interface SentNotice extends Notice {
  /** The same at each try, so that receivers can recognise one that they have. */
  readonly id: string;
  /** When it was noticed, ISO 8601. */
  readonly at: string;
}

/** What can go wrong with releases; docs/errors.md tells what to do about each. */
export type ReleaseErrorCode =
  | 'RELEASE-NAME'
  | 'RELEASE-UNBUILT'
  | 'RELEASE-UNKNOWN'
  | 'RELEASE-FILE'
  | 'RELEASE-MANIFEST'
  | 'RELEASE-CONTRACT'
  | 'RELEASE-SINGLETON'
  | 'RELEASE-ORIGIN'
  | 'RELEASE-CHECK'
  | 'RELEASE-CATALOGUE'
  | 'RELEASE-TRIAL'
  | 'RELEASE-BUSY'
  | 'RELEASE-NOTHING-BEFORE'
  | 'RELEASE-READ-ONLY'
  | 'RELEASE-POINTER'
  | 'RELEASE-STORE'
  | 'RELEASE-USAGE';

/** A release that can't be made, found or used. The message says what happened and what to do. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';

  readonly code: ReleaseErrorCode;

  constructor(code: ReleaseErrorCode, message: string, cause?: unknown) {
    super(`${code} ${message}`, { cause });
    this.code = code;
  }
}

/** A backup could not be made, for a reason that whoever wanted it can mend. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

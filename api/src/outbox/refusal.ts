/**
 * Whether the mail server will never take a mail, such as one to an address that isn't there. Reply 501 and those from
 * 550 on are about addresses; the others of the 500s say that the servers don't understand each other, which somebody can mend.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return false;
  return error.responseCode === 501 || (error.responseCode >= 550 && error.responseCode < 560);
}

import type { OutboxRow } from '../../database/schema.ts';

/** What has become of a mail so far. */
export function deliveryText({ state, attempts, ended_at, last_error }: OutboxRow): string {
  if (state === 'delivered') return `mailed ${ended_at}`;
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  if (state === 'refused') return `refused by the mail server: ${last_error}`;
  return last_error ? `not mailed yet after ${tries}: ${last_error}` : 'not mailed yet';
}

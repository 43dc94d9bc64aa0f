import type { StoredPolicy } from '@site/releases/policy.ts';
import type { Known } from './Known.ts';
import type { Notice } from './Notice.ts';

/** Whether nothing new goes live, as far as it is known, and what is new about that. */
interface FreezeSight {
  readonly known: Known['freeze'];
  readonly notices: readonly Notice[];
}

/**
 * Tells when the owner freezes the site, and when they lift that.
 *
 * @param policy undefined when there is none that counts, which lifts nothing
 * @param before what was known; undefined when nothing was
 * @param by the name of the key that has signed the policy
 */
export function lookAtFreeze(
  policy: StoredPolicy | undefined,
  before: Known | undefined,
  by: string | undefined,
): FreezeSight {
  const known = before?.freeze;
  const serial = policy?.signature?.serial ?? 0;
  if (!policy || serial < (known?.serial ?? 0)) return { known, notices: [] };
  const { since, reason } = policy.frozen ?? {};
  const next = { serial, ...(since !== undefined && { since }) };
  // What is there at the very first look is no news.
  if (!before || since === known?.since) return { known: next, notices: [] };
  const command = since === undefined ? 'npx site list' : 'npx site freeze --lift';
  const values = { command, ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) };
  return { known: next, notices: [{ kind: since === undefined ? 'lifted' : 'frozen', app: 'shell', values }] };
}

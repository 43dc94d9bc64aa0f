import type { TrustedKeys } from '@site/releases/signing/keys.ts';
import type { Known } from './Known.ts';
import { noticeLimits } from './limits.ts';
import type { Notice } from './Notice.ts';

/** Something that expires. */
export interface Expiring {
  /** Such as `blog@3f2a…`, or the name of a key. */
  readonly what: string;
  readonly app: string;
  /** ISO 8601. */
  readonly until: string;
  /** What renews it. */
  readonly command: string;
}

/** What keys expire: they sign nothing new then. */
export const expiringKeys = (keys: TrustedKeys): readonly Expiring[] =>
  Object.entries(keys).flatMap(([name, { until }]) =>
    until === undefined ? [] : [{ what: `${name} (TRUSTED_KEYS)`, app: name, until, command: 'npx site keys new' }],
  );

/** Tells what expires at certain times before, each once; a renewed one begins again. */
export function lookAtExpiries(
  all: readonly Expiring[],
  before: Known['expiring'],
  now = Date.now(),
): { readonly known: Known['expiring']; readonly notices: readonly Notice[] } {
  const known: Record<string, { until: string; told: number }> = {};
  const notices: Notice[] = [];
  for (const { what, app, until, command } of all) {
    const remaining = Date.parse(until) - now;
    const passed = noticeLimits.expiry.filter((time) => remaining <= time).length;
    if (passed === 0) continue;
    const told = before[what]?.until === until ? before[what].told : 0;
    if (passed > told)
      notices.push({ kind: remaining <= 0 ? 'expired' : 'expires', app, values: { app, what, until, command } });
    known[what] = { until, told: passed };
  }
  return { known, notices };
}

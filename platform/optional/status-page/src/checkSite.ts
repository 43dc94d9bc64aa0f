import { setTimeout as delay } from 'node:timers/promises';
import { collect } from '@site/releases/store/files.ts';
import { statusLimits } from './limits.ts';
import { type Kind, kinds, type Probe, type ProbeAnswer, probesOf } from './probes.ts';
import type { CheckedSite } from './settings.ts';

/** How a part of the site works. `degraded`: slowly, only at the second try, with old pages, or in some languages only. */
export type State = 'up' | 'degraded' | 'down';

/** How the parts of a site work. One that it doesn't have, such as a form or news, has no state. */
export type States = ReadonlyMap<Kind, State>;

type Timing = Readonly<Record<'answer' | 'slow' | 'again', number>>;

/** Asks a site for everything that is checked, from outside, as its visitors do. */
export async function checkSite(site: CheckedSite, timing: Timing = statusLimits): Promise<States> {
  const found = await Promise.all(
    probesOf(site).map(async (probe) => ({ kind: probe.kind, state: await stateOf(probe, site.origin, timing) })),
  );
  return new Map(
    kinds.flatMap((kind) => {
      const states = found.flatMap((one) => (one.kind === kind && one.state ? [one.state] : []));
      return states.length === 0 ? [] : [[kind, together(states)] as const];
    }),
  );
}

/** The state of a part from those of its probes. */
function together(states: readonly State[]): State {
  if (states.every((state) => state === 'down')) return 'down';
  return states.every((state) => state === 'up') ? 'up' : 'degraded';
}

/** The state that a probe finds; undefined when the site doesn't have what it asks for. One lost packet is no failure. */
async function stateOf(probe: Probe, origin: string, timing: Timing): Promise<State | undefined> {
  const first = await tryOnce(probe, origin, timing);
  if (first !== 'down') return first;
  await delay(timing.again);
  const second = await tryOnce(probe, origin, timing);
  return second === 'up' ? 'degraded' : second;
}

async function tryOnce(probe: Probe, origin: string, { answer, slow }: Timing): Promise<State | undefined> {
  const began = performance.now();
  try {
    const given = await ask(new URL(probe.path, origin), probe.request, answer);
    if (given.status === 404 && probe.kind !== 'pages') return undefined;
    if (!probe.isRight(given)) return 'down';
    return performance.now() - began > slow || isStale(given) ? 'degraded' : 'up';
  } catch {
    return 'down';
  }
}

/** Whether a page is an earlier one, which the site shows while the present one fails. */
const isStale = ({ headers }: ProbeAnswer): boolean =>
  headers.get('cache-status')?.includes('detail=stale-if-error') ?? false;

/** Reads an answer to its end. No redirect is followed: the token is for this site alone. */
async function ask(address: URL, request: RequestInit, time: number): Promise<ProbeAnswer> {
  const signal = AbortSignal.timeout(time);
  const { status, headers, body } = await fetch(address, { ...request, redirect: 'error', signal });
  const content = await collect(body ?? (async function* () {})(), statusLimits.answerBytes, address.href);
  return { status, headers, body: content.toString('utf8') };
}

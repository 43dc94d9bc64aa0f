import { setTimeout as delay } from 'node:timers/promises';
import { shell } from '@site/bundling/project.ts';
import { firstPathOf } from '@site/releases/proposals.ts';
import type { ReleaseTools } from './serviceTools.ts';
import { withoutCode } from './withoutCode.ts';

/** Milliseconds between two visits of the page. */
const interval = 200;

/** How long to wait for the page, in milliseconds: servers read the store at least every two seconds. */
const patience = 5_000;

/** How long one answer may take, in milliseconds. */
const answerTime = 2_000;

/**
 * Says that a version is live once the running site answers with it. Without a known running site, the store decides.
 *
 * @param again `again` after a roll-back
 * @returns what to print; if the site doesn't show the version, why
 */
export async function liveText(
  tools: Pick<ReleaseTools, 'store' | 'site' | 'faults'>,
  app: string,
  version: string,
  again = '',
): Promise<string> {
  const id = `${app}@${version}`;
  const live = `${id} is live${again && ` ${again}`}`;
  const site = await tools.site();
  if (!site) return `${live}.`;
  const { pages = [] } = await tools.store.manifest(app, version);
  const address = site.origin + firstPathOf(app === shell ? [] : pages);
  const shown = app === shell ? `/assets/${shell}/${version}/` : `data-remote="${app}" data-release="${version}"`;
  let answer = '';
  for (let waited = 0; waited < patience; waited += interval) {
    const { reason, isShown } = await visit(address, shown);
    if (isShown) return `${live}: ${address}`;
    answer = reason;
    const [fault] = await tools.faults.of(app, version);
    if (fault) return `${id} is promoted, but ${address} doesn’t show it: ${fault.code} ${withoutCode(fault)}`;
    await delay(interval);
  }
  return `${id} is promoted, but ${address} doesn’t show it yet (${answer}). Look at the list: npx site list`;
}

async function visit(address: string, shown: string): Promise<{ readonly isShown: boolean; readonly reason: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerTime) });
    const text = await response.text();
    const isShown = response.ok && text.includes(shown);
    return { isShown, reason: response.ok ? 'it shows another version' : `status ${response.status}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { isShown: false, reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { shell } from '@site/bundling/project.ts';
import { firstPathOf, plainPathOf } from '@site/releases/proposals.ts';
import { type DeclaredPage, frontendDiscoveryPath } from '@site/shared/contract/release.ts';
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
  const { path, isShown } = whereShown(app, version, pages);
  const address = site.origin + path;
  let answer = '';
  for (let waited = 0; waited < patience; waited += interval) {
    const { reason, text } = await visit(address);
    if (text !== undefined && isShown(text)) return `${live}: ${address}`;
    answer = reason;
    const [fault] = await tools.faults.of(app, version);
    if (fault) return `${id} is promoted, but ${address} doesn’t show it: ${fault.code} ${withoutCode(fault)}`;
    await delay(interval);
  }
  return `${id} is promoted, but ${address} doesn’t show it yet (${answer}). Look at the list: npx site list`;
}

/** Where a site shows a version, and whether an answer does. */
interface Showing {
  readonly path: string;
  readonly isShown: (answer: string) => boolean;
}

/** A page of the version; without one that always has the same address, what the site says is live. */
function whereShown(app: string, version: string, pages: readonly DeclaredPage[]): Showing {
  if (app === shell) return { path: firstPathOf([]), isShown: (html) => html.includes(`/assets/${shell}/${version}/`) };
  const path = plainPathOf(pages);
  if (path !== undefined)
    return { path, isShown: (html) => html.includes(`data-remote="${app}" data-release="${version}"`) };
  return { path: frontendDiscoveryPath, isShown: (json) => versionIn(json, app) === version };
}

/** The version of a remote that `/frontend-discovery.json` names first. */
function versionIn(json: string, app: string): string | undefined {
  try {
    const { microFrontends } = JSON.parse(json) as {
      readonly microFrontends: Readonly<Record<string, readonly { readonly metadata: { readonly version: string } }[]>>;
    };
    return microFrontends[app]?.[0]?.metadata.version;
  } catch {
    // Something else answers there, such as a host that is starting.
    return undefined;
  }
}

async function visit(address: string): Promise<{ readonly text?: string; readonly reason: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(answerTime) });
    const text = await response.text();
    return response.ok ? { text, reason: 'it shows another version' } : { reason: `status ${response.status}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { reason: cause instanceof Error ? cause.message : String(cause) };
  }
}

import { limits } from '@site/shared/contract/limits.ts';
import { applyStyles, hasFailed, type Loading } from '../inline/wholeStyles.ts';

/** Requests style sheets again that failed, until all can be applied. The starter script applies those that load at once. */
export async function retryStyles(links: readonly HTMLLinkElement[], loading: readonly Loading[]): Promise<void> {
  if (!(await Promise.all(loading)).some(hasFailed)) return;
  await Promise.all(links.map((link, index) => retry(link, loading[index])));
  applyStyles(links);
}

async function retry(link: HTMLLinkElement, loading: Loading | undefined): Promise<void> {
  let event = await loading;
  for (let delay: number = limits.remoteLoad; event && hasFailed(event); delay *= 2) {
    link.disabled = true;
    await new Promise((resolve) => setTimeout(resolve, delay));
    event = await new Promise<Event>((resolve) => {
      link.onload = resolve;
      link.onerror = resolve as OnErrorEventHandler;
      link.disabled = false;
    });
  }
}

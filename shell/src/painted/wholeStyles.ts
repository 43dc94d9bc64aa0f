import { limits } from '@site/shared/contract/limits.ts';

/** A link that is loading, until the event that says how that ended: `load` or `error`. */
export type Loading = Promise<Event>;

/**
 * Replaces the inlined styles, which are only those that the first view needs, with whole style sheets, all at once. Resolves
 * when they apply, or when that fails.
 *
 * @param loading each style sheet, which the starter script has requested
 */
export function applyStyles(links: readonly HTMLLinkElement[], loading: readonly Loading[]): Promise<unknown> {
  return new Promise<void>((resolve) => {
    void Promise.all(links.map((link, index) => loaded(link, loading[index], resolve))).then(() => {
      for (const link of links) {
        link.media = 'all';
        link.nextElementSibling?.remove();
      }
      resolve();
    });
  });
}

/** Until all are loaded, its media keeps a style sheet from applying and from blocking anything. Retries after a failure. */
async function loaded(link: HTMLLinkElement, loading: Loading | undefined, onFailure: () => void): Promise<void> {
  let event = await loading;
  for (let delay: number = limits.remoteLoad; event?.type === 'error'; delay *= 2) {
    link.disabled = true;
    onFailure();
    await new Promise((resolve) => setTimeout(resolve, delay));
    event = await new Promise<Event>((resolve) => {
      link.onload = resolve;
      link.onerror = resolve as OnErrorEventHandler;
      link.disabled = false;
    });
  }
}

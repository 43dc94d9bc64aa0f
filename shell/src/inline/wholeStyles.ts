import { limits } from '@site/shared/contract/limits.ts';
import { partialSheets } from '../entry/boot.ts';

/**
 * Replaces the inlined styles, which are only those that the first view needs, with whole style sheets, all at once. Resolves
 * when they apply, or when that fails or takes too long.
 */
export function loadStyles(): Promise<unknown> {
  const links = [...document.querySelectorAll<HTMLLinkElement>(partialSheets)];
  return new Promise<void>((resolve) => {
    setTimeout(resolve, limits.remoteLoad);
    void Promise.all(links.map((link) => load(link, resolve))).then(() => {
      for (const link of links) {
        link.media = 'all';
        link.nextElementSibling?.remove();
      }
      resolve();
    });
  });
}

/** Until all are loaded, its media keeps a style sheet from applying and from blocking anything. Retries after a failure. */
const load = (link: HTMLLinkElement, onFailure: () => void, delay: number = limits.remoteLoad) =>
  new Promise<unknown>((resolve) => {
    link.onload = resolve;
    link.onerror = () => {
      link.disabled = true;
      setTimeout(() => resolve(load(link, onFailure, 2 * delay)), delay);
      onFailure();
    };
    link.fetchPriority = 'high';
    link.disabled = false;
  });

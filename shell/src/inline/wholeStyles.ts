import { limits } from '@site/shared/contract/limits.ts';

/**
 * Replaces the inlined styles, which cover only the original document, with whole style sheets. Resolves when they apply, or
 * when loading fails or takes too long.
 */
export function loadStyles(): Promise<unknown> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[disabled]:not(:has(+ [data-font-faces]))')];
  const timeout = new Promise((resolve) => setTimeout(resolve, limits.remoteLoad));
  return Promise.race([timeout, Promise.all(links.map((link) => load(link)))]);
}

/** Its media keeps the style sheet from blocking anything until it has loaded. Retries after a failure. */
const load = (link: HTMLLinkElement, delay: number = limits.remoteLoad) =>
  new Promise<void>((resolve) => {
    link.onload = () => {
      link.media = 'all';
      link.nextElementSibling?.remove();
      resolve();
    };
    link.onerror = () => {
      link.disabled = true;
      setTimeout(() => load(link, 2 * delay), delay);
      resolve();
    };
    link.fetchPriority = 'high';
    link.disabled = false;
  });

/**
 * Runs inline before the style sheets of a page: nothing is painted until they are there. One of a remote that takes
 * longer than its budget is given up, and the page is shown without it.
 */
const { budget } = document.currentScript?.dataset ?? {};

setTimeout(() => {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-remote-sheet]'))
    if (!link.sheet) link.remove();
}, Number(budget));

export {};

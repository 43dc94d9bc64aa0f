declare global {
  interface Window {
    /** In every browser, though in no standard. */
    find(text: string): boolean;
  }
}

/** In the page: the ways in which someone comes upon the page that waits for its link to be followed. */
export function tracesOfWaitingPage(): string[] {
  const title = document.querySelector('[data-waiting] h1');
  const link = document.querySelector<HTMLAnchorElement>('[data-waiting] a');
  if (!title?.textContent || !link) throw new Error('No page waits.');
  const text = title.textContent;
  link.focus();
  const isFocused = document.activeElement === link;
  getSelection()?.selectAllChildren(document.body);
  const isSelected = getSelection()?.toString().includes(text);
  getSelection()?.removeAllRanges();
  return [
    title.checkVisibility() && 'sight',
    isFocused && 'focus',
    isSelected && 'selection',
    window.find(text) && 'find in page',
    document.body.innerText.includes(text) && 'text',
  ].filter((way) => way !== false && way !== undefined);
}

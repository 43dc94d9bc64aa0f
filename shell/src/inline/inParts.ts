/**
 * Changes the fonts of the document, but doesn't lay it out anew at once: what is out of sight keeps its room meanwhile,
 * and follows part by part, a frame each. A visitor who scrolls or jumps there has it immediately.
 */
export function inParts(change: () => void): void {
  const parts = [...document.querySelectorAll<HTMLElement>('[data-remote] > *, main ~ *, footer')]
    .filter((element) => element.getBoundingClientRect().top > innerHeight)
    .map((element) => ({ style: element.style, room: roomOf(element) }));
  for (const { style, room } of parts) {
    style.contentVisibility = 'auto';
    style.containIntrinsicBlockSize = `${room}px`;
  }
  change();
  const next = () => {
    const part = parts.shift();
    if (!part) return;
    part.style.contentVisibility = '';
    part.style.containIntrinsicBlockSize = '';
    requestAnimationFrame(next);
  };
  // The next frame asks for the fonts that it needs, and they come with a later one.
  requestAnimationFrame(() => setTimeout(() => document.fonts.ready.then(() => requestAnimationFrame(next))));
}

/** The height of what stands in an element. */
function roomOf(element: HTMLElement): number {
  const { paddingTop, paddingBottom } = getComputedStyle(element);
  return element.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
}

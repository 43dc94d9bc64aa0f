import type { Frame, Page } from '@playwright/test';

/**
 * The controls of a page and its frames that a finger could miss: smaller than 44 by 44 pixels, or than the 24 by 24 of
 * WCAG 2.2 where they are lines of a form's list of errors.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  const found = await Promise.all(page.frames().map(smallTargetsOf));
  return found.flat();
}

const smallTargetsOf = (frame: Frame): Promise<string[]> =>
  frame.evaluate(() => {
    const leastOf = (control: HTMLElement) => (control.closest('form li') ? 24 : 44);
    const controls = 'a[href], button, input, select, textarea, summary, [role="button"], [tabindex="0"]';

    const sizeOf = (control: HTMLElement) => {
      const { width, height } = control.getBoundingClientRect();
      return { control, width, height };
    };
    // What is there for the keyboard alone appears when it has the focus.
    const shownSizeOf = (control: HTMLElement) => {
      const size = sizeOf(control);
      if (size.width > 1) return size;
      control.focus({ preventScroll: true });
      return sizeOf(control);
    };
    // WCAG 2.2 exempts targets "in a sentence": their size is that of the line.
    const isInText = (control: HTMLElement) => {
      const block = control.closest('p, li, dd, td, address');
      const isPartOfText = block?.textContent?.trim() !== control.textContent?.trim();
      return getComputedStyle(control).display === 'inline' && block !== null && isPartOfText;
    };

    // A trap for robots is nobody's target.
    const isForPeople = (control: HTMLElement) => control.closest('[aria-hidden="true"]') === null;

    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter(isForPeople)
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !isInText(control))
      .map(shownSizeOf)
      .filter(({ control, width, height }) => Math.min(width, height) < leastOf(control))
      .map(({ control, width, height }) => `${control.outerHTML.slice(0, 120)} is ${width} × ${height}`);
  });

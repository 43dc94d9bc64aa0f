import AxeBuilder from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import type { View } from '../visual/views.ts';

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules whose result depends on the theme or on the size of the window. */
const rulesOfAppearance = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/** Describing what is in order would take as long as looking for violations. */
const onlyViolations = { resultTypes: ['violations' as const] };

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/**
 * The violations that axe finds in a view.
 *
 * @param rules all rules; or, for a view that was already checked, only those that depend on the theme and the window
 */
export async function axeViolations(
  page: Page,
  { name }: Pick<View, 'name'>,
  rules: 'all' | 'of appearance',
): Promise<string[]> {
  const violations = rules === 'all' ? await violationsOfAll(page, name) : await violationsOfAppearance(page);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(', ')}`);
}

async function violationsOfAll(page: Page, name: string): Promise<Violations> {
  // All frames have our own origin: axe needs no extra page to collect their results.
  const axe = new AxeBuilder({ page }).setLegacyMode().options(onlyViolations).withTags(allRules);
  // The company page is empty, as specified.
  if (name === 'company') axe.disableRules('page-has-heading-one');
  return (await axe.analyze()).violations;
}

/** Runs the axe that an earlier check has left in the page: injecting it again would take as long as these rules. */
const violationsOfAppearance = (page: Page): Promise<Violations> =>
  page.evaluate(
    async (options) => {
      const axe = Reflect.get(window, 'axe') as { run: (options: object) => Promise<{ violations: Violations }> };
      return (await axe.run(options)).violations;
    },
    { ...onlyViolations, runOnly: { type: 'rule', values: rulesOfAppearance } },
  );

/**
 * Animations that run although the visitor prefers reduced motion. Transitions of colours and scroll-driven animations
 * are allowed.
 */
export const movingParts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter((animation) => animation instanceof CSSAnimation)
      .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline)
      .map(({ animationName }) => animationName),
  );

/**
 * The controls of a page and its frames that are smaller than 44 by 44 pixels, or than 24 by 24 (WCAG 2.2) in a form's
 * list of errors.
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
    // Controls for the keyboard appear when they have the focus.
    const shownSizeOf = (control: HTMLElement) => {
      const size = sizeOf(control);
      if (size.width > 1) return size;
      control.focus({ preventScroll: true });
      return sizeOf(control);
    };
    // WCAG 2.2 exempts targets "in a sentence": they are as high as the line.
    const isInText = (control: HTMLElement) => {
      const block = control.closest('p, li, dd, td, address');
      const isPartOfText = block?.textContent?.trim() !== control.textContent?.trim();
      return getComputedStyle(control).display === 'inline' && block !== null && isPartOfText;
    };

    // Excludes the honeypot.
    const isForPeople = (control: HTMLElement) => control.closest('[aria-hidden="true"]') === null;

    return [...document.querySelectorAll<HTMLElement>(controls)]
      .filter(isForPeople)
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !isInText(control))
      .map(shownSizeOf)
      .filter(({ control, width, height }) => Math.min(width, height) < leastOf(control))
      .map(({ control, width, height }) => `${control.outerHTML.slice(0, 120)} is ${width} × ${height}`);
  });

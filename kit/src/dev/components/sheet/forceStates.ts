/**
 * Lets a specimen show a state that only a pointer or a keyboard brings about. Each rule that waits for such a state
 * learns to heed `data-state` around an element too, with the same strength, so that the site's own style sheets
 * need to know nothing of it.
 */
export function forceStates(): void {
  teachAll();
  // Hot reload brings new style sheets. Their event doesn't bubble.
  document.addEventListener('load', ({ target }) => target instanceof HTMLLinkElement && teachAll(), { capture: true });
}

/** What can be in each state: anything under the pointer, but only controls take the focus. */
const states = {
  hover: '*',
  active: '*',
  'focus-visible': 'a, button, input, textarea, summary',
};

function teachAll(): void {
  for (const sheet of document.styleSheets) teach(sheet.cssRules);
}

function teach(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) rule.selectorText = taught(rule.selectorText);
    if (rule instanceof CSSGroupingRule) teach(rule.cssRules);
  }
}

function taught(selector: string): string {
  if (selector.includes('[data-state')) return selector;
  return Object.entries(states).reduce(
    (known, [state, elements]) =>
      known.replace(new RegExp(`:${state}(?![\\w-])`, 'g'), `:is($&, [data-state="${state}"] :where(${elements}))`),
    selector,
  );
}

/**
 * Lets a specimen show a state that normally needs a pointer or a keyboard. Rewrites the selectors in all style sheets so
 * that `:hover` also matches inside `data-state="hover"`, with the same specificity.
 */
export function forceStates(): void {
  rewriteAll();
  // Hot reload adds style sheets. Their load event doesn't bubble.
  document.addEventListener('load', ({ target }) => target instanceof HTMLLinkElement && rewriteAll(), {
    capture: true,
  });
}

/** The elements that can be in each state: only controls can have the focus. */
const states = {
  hover: '*',
  active: '*',
  'focus-visible': 'a, button, input, textarea, summary',
};

function rewriteAll(): void {
  for (const sheet of document.styleSheets) rewriteRules(sheet.cssRules);
}

function rewriteRules(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) rule.selectorText = rewrite(rule.selectorText);
    if (rule instanceof CSSGroupingRule) rewriteRules(rule.cssRules);
  }
}

function rewrite(selector: string): string {
  if (selector.includes('[data-state')) return selector;
  return Object.entries(states).reduce(
    (known, [state, elements]) =>
      known.replace(new RegExp(`:${state}(?![\\w-])`, 'g'), `:is($&, [data-state="${state}"] :where(${elements}))`),
    selector,
  );
}

/** What only browsers have, when the renderer reports it as missing, and the package whose file did. */
const missing =
  /\b(?:window|document|navigator|localStorage|sessionStorage|self|screen|location|matchMedia|requestAnimationFrame|(?:HTML\w*)?Element|Image|MutationObserver|ResizeObserver) is not defined/;
const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/:]+)/;

/** A failure's message. If what failed needs a browser, it also says how to use that. */
export function withBrowserAdvice(message: string): string {
  if (!missing.test(message)) return message;
  const [, name = 'This code'] = inPackage.exec(message) ?? [];
  return `${message}\nBUILD-PACKAGE ${name} needs a browser, and pages are rendered on a server first. Load it with browserOnly of @site/shared, or use what it needs in an effect.`;
}

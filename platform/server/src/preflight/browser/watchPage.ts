/**
 * What runs inside a page while it is hydrated. Each function is sent to the browser as its source, so it uses nothing from
 * outside. A page could mislead it: the preflight finds mistakes, the walls stop attackers.
 */

/** What the Content Security Policy has blocked. */
interface Blocked {
  readonly directive: string;
  readonly address: string;
  /** Where a script did it; line 0 when the HTML did. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly element: Element | undefined;
}

declare global {
  interface Window {
    /** The faults of elements of the page, with the elements. */
    preflight?: { readonly blocked: Blocked[]; readonly elements: Element[] };
  }
}

/** Something wrong with an element. */
export interface ElementFault {
  readonly message: string;
  /** The place of the script that did it, as in a stack trace. */
  readonly script?: string;
}

/** Listens from the first byte of a document for what its policy blocks. */
export function watchPolicy(): void {
  const blocked: Blocked[] = [];
  window.preflight = { blocked, elements: [] };
  document.addEventListener('securitypolicyviolation', (event) => {
    blocked.push({
      directive: event.effectiveDirective,
      address: event.blockedURI,
      file: event.sourceFile,
      line: event.lineNumber,
      column: event.columnNumber,
      element: event.target instanceof Element ? event.target : undefined,
    });
  });
}

/** The faults of elements: what the policy has blocked, and what is wider than the window. Remembers the elements, in the same order. */
export function elementFaults(): readonly ElementFault[] {
  const { blocked = [], elements = [] } = window.preflight ?? {};
  const width = document.documentElement.clientWidth;
  const tagOf = (element: Element) => /^<[^>]*>/.exec(element.outerHTML)?.[0].slice(0, 200) ?? element.localName;
  const area = document.querySelector('[data-remote]');
  /** Whether something around an element hides or scrolls what goes beyond it. */
  const isContained = (element: Element) => {
    for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement)
      if (getComputedStyle(outer).overflowX !== 'visible' && outer.getBoundingClientRect().right <= width + 1)
        return true;
    return false;
  };
  const isBeyond = (element: Element) => {
    const { right, width: own, height } = element.getBoundingClientRect();
    return own > 0 && height > 0 && right > width + 1;
  };
  const wide = [...(area?.querySelectorAll('*') ?? [])].filter((element) => isBeyond(element) && !isContained(element));
  // What is inside a wide element is wide, too.
  const widest = wide.filter((element) => !wide.some((other) => other !== element && other.contains(element)));
  const faults: ElementFault[] = [];
  /** What shows a blocked file, which the report doesn't name: an image, for example, and not the hint to load it. */
  const showing = (address: string) =>
    [...document.querySelectorAll('[src]'), ...document.querySelectorAll('[href]')].find(
      (element) =>
        URL.parse(element.getAttribute('src') ?? element.getAttribute('href') ?? '', location.href)?.href === address,
    );
  for (const { directive, address, file, line, column, element: target } of blocked) {
    const element = target && target !== document.documentElement ? target : showing(address);
    const what = element ? ` of ${tagOf(element)}` : '';
    const isScript = line > 0 && file.endsWith('.js');
    elements.push(element ?? document.documentElement);
    faults.push({
      message: `the site’s Content Security Policy blocks ${directive} ${address}${what}`,
      ...(isScript && { script: `at ${file}:${line}:${column}` }),
    });
  }
  for (const element of widest) {
    elements.push(element);
    const { right } = element.getBoundingClientRect();
    faults.push({ message: `${tagOf(element)} ends at ${Math.round(right)} px in a window of ${width} px` });
  }
  return faults;
}

/** The functions of the components that rendered an element, the innermost first. React stores them on it. */
export function componentsOf(element: Element | undefined): readonly unknown[] {
  interface Fiber {
    readonly type: unknown;
    readonly return: Fiber | null;
  }
  const key = Object.keys(element ?? {}).find((name) => name.startsWith('__reactFiber$'));
  const components: unknown[] = [];
  let fiber = key === undefined ? null : ((element as unknown as Record<string, Fiber>)[key] ?? null);
  for (; fiber && components.length < 20; fiber = fiber.return)
    if (typeof fiber.type === 'function') components.push(fiber.type);
  return components;
}

/** What the bundles of remotes call where a module sets `innerHTML` to a string, which the site's policy forbids. */

/** An element or a shadow root, or any other object that has a field of this name. */
interface MarkupHolder {
  innerHTML: unknown;
  readonly localName?: string;
  setHTML?(text: string, options: object): void;
}

/** What no page takes from a string. The browser itself leaves out what runs: scripts, handlers, frames. */
const removed = { removeElements: ['base', 'link', 'meta', 'style'], removeAttributes: ['style'] };

/**
 * Does what `target.innerHTML = value` does, with the browser's own sanitizer. It stays an assignment where there is nothing to
 * clean, and in browsers that can't.
 *
 * @returns the value, as assignments do
 */
export function setMarkup<Value>(target: MarkupHolder, value: Value): Value {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: { isHTML(value: unknown): boolean } };
  // Their text is code, and stays refused. The sanitizer would silently drop it.
  const isCode = /^(?:script|style)$/.test(target?.localName ?? '');
  if (typeof target?.setHTML !== 'function' || isCode || trustedTypes?.isHTML(value)) target.innerHTML = value;
  else target.setHTML(value === null ? '' : `${value}`, { sanitizer: { ...removed, comments: true } });
  return value;
}

/**
 * Does what `target.innerHTML += value` does, in its order: the markup is read before the value is there.
 *
 * @returns what takes the value
 */
export function addMarkup(target: MarkupHolder): (value: unknown) => unknown {
  const before = target.innerHTML as string;
  // The operator adds whatever an object's field holds.
  return (value) => setMarkup(target, before + (value as string));
}

/** A title after what has happened on its page. */
export const prefixed = (prefix: string, title: string): string => `${prefix} ${title}`;

/**
 * Puts what has happened on the page in front of the title, until the returned function is called. The server may have done so
 * already, and a navigation replaces the title as a whole.
 */
export function prefixTitle(prefix: string): () => void {
  const start = prefixed(prefix, '');
  const isPrefixed = () => document.title.startsWith(start);
  if (!isPrefixed()) document.title = start + document.title;
  return () => {
    if (isPrefixed()) document.title = document.title.slice(start.length);
  };
}

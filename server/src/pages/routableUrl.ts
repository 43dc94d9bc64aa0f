const absoluteForm = /^https?:\/\/[^/?#]*/i;

/**
 * The address of a request as routes can read it. A server must take a whole address for its path (RFC 9112, 3.2.2). In one
 * that can't be decoded every `%` is taken for itself: then it is the 404 page's.
 */
export function routableUrl(url = '/'): string {
  const path = absoluteForm.test(url) ? url.replace(absoluteForm, '').replace(/^(?!\/)/, '/') : url;
  try {
    decodeURI(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

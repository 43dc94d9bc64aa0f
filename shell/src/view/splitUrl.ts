/** The parts of an address that begins at the path. */
export function splitUrl(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '/', search = ''] = (url.split('#')[0] ?? '').split('?');
  return { path, query: new URLSearchParams(search) };
}

/** An address that can be decoded. In one that can't, every `%` is taken for itself: then it is the 404 page's. */
export function decodableUrl(url = '/'): string {
  try {
    decodeURI(url);
    return url;
  } catch {
    return url.replaceAll('%', '%25');
  }
}

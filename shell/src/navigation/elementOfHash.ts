/** The element that the hash of an address names, such as `#hosting`. Anybody writes addresses: it may be malformed. */
export function elementOfHash(hash: string): HTMLElement | null {
  const id = hash.slice(1);
  return document.getElementById(id) ?? document.getElementById(decoded(id));
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return '';
  }
}

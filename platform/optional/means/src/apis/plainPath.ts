/**
 * Whether a path means the same to every server, and stays below where it is added. What an API's framework or proxy makes of
 * `..;`, encoded slashes or dots, or characters that become them, is unknown: only plain parts pass.
 */
export function isPlainPath(path: string): boolean {
  const [parts = '', query = ''] = path.split(/\?(.*)/s);
  return /^[\w.~!$&'()*+,;=:@%/?[\]-]*$/.test(query) && parts.split('/').every(isPlainPart);
}

function isPlainPart(part: string): boolean {
  if (!/^[\w.~!$&'()*+,=:@%-]+$/.test(part)) return false;
  // Some servers make dots and slashes of characters that look like them.
  const meant = decoded(part)?.normalize('NFKC');
  // Some take away dots and spaces at the end.
  return meant !== undefined && !/[/\\;%\p{C}]|[.\s]$/u.test(meant);
}

/** What an encoded part stands for; undefined when that isn't UTF-8. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

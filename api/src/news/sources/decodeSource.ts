const declaredInXml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/;
const declaredInHeader = /;\s*charset\s*=\s*"?([\w.:-]+)/i;

/**
 * The text of a downloaded or stored document: a byte order mark decides, then the header, then the XML declaration (RFC 7303).
 *
 * @throws {Error} when the bytes aren't what they are said to be
 */
export function decodeSource(bytes: Uint8Array, contentType = ''): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label =
    markedEncoding(bytes) ?? declaredInHeader.exec(contentType)?.[1] ?? declaredInXml.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`its characters are not ${label}`);
  }
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

import { readFile } from 'node:fs/promises';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** A file or URL that news are imported from, as text. */
export interface Source {
  /** A file's path, or an http(s) URL. */
  readonly name: string;
  readonly text: string;
  /** The URL after redirects, which relative links are resolved against; undefined for a file. */
  readonly url: string | undefined;
}

/**
 * Reads a file or an http(s) URL.
 *
 * @throws {OperatorError} `NEWS-SOURCE`
 */
export async function readSource(name: string): Promise<Source> {
  try {
    if (!/^https?:\/\//i.test(name)) return { name, text: decode(await readFile(name)), url: undefined };
    // Files need no HTTP client.
    const { download } = await import('./download.ts');
    const { bytes, contentType, url } = await download(name);
    return { name, text: decode(bytes, contentType), url };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new OperatorError('NEWS-SOURCE', `"${name}" can't be read: ${reason}`, error);
  }
}

const charsetInXml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/;
const charsetInHeader = /;\s*charset\s*=\s*"?([\w.:-]+)/i;

/**
 * Decodes a document. A byte order mark decides the charset, then the header, then the XML declaration (RFC 7303); a label that
 * can't be true is passed over.
 *
 * @throws {Error} when the bytes don't fit that charset
 */
function decode(bytes: Uint8Array, contentType = ''): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const labels = [charsetInHeader.exec(contentType)?.[1], charsetInXml.exec(start)?.[1], 'utf-8'];
  const charset = charsetOfBytes(bytes) ?? labels.find(isOfSingleBytes) ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`its characters are not ${charset}`);
  }
}

/** By the byte order mark, or by a first character in two bytes (XML 1.0, appendix F): documents begin in ASCII. */
function charsetOfBytes([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return (first === 0xff && second === 0xfe) || second === 0 ? 'utf-16le' : undefined;
}

/** Whether a label names a known charset. Programs that write UTF-8 from texts in UTF-16 often label it as the latter. */
function isOfSingleBytes(label: string | undefined): label is string {
  try {
    return label !== undefined && !new TextDecoder(label).encoding.startsWith('utf-16');
  } catch {
    return false;
  }
}

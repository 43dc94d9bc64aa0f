import { createHash } from 'node:crypto';

/**
 * Rspack loader: a module that exports the subresource integrity value of a file, for who links to it.
 *
 * @param {Buffer} content
 */
export default function integrity(content) {
  const hash = createHash('sha384').update(content).digest('base64');
  return `export default 'sha384-${hash}';`;
}

integrity.raw = true;

import { integrityOf } from '@site/releases/integrity.ts';

/**
 * Rspack loader: a module that exports the subresource integrity of a file.
 *
 * @param {Buffer} content
 */
export default function integrity(content) {
  return `export default '${integrityOf(content)}';`;
}

integrity.raw = true;

import { integrityOf } from '@site/releases/integrity.ts';

/**
 * Rspack loader: a module that exports the subresource integrity value of a file, for who links to it.
 *
 * @param {Buffer} content
 */
export default function integrity(content) {
  return `export default '${integrityOf(content)}';`;
}

integrity.raw = true;

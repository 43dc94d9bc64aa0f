import { createHash } from 'node:crypto';

/** The subresource integrity value of a content. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

import { createHash } from 'node:crypto';

/** What a browser compares a file with: reckoned here anew, so that the site's own reckoning is not what vouches for it. */
export const integrityOf = (content: Buffer): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

import type { Reader } from '@site/releases/signing/Trust.ts';

/** Whether a reader is the site's owner: their key is for the shell. Of the policy, others see what the map shows. */
export const isOwner = ({ maySee }: Pick<Reader, 'maySee'>): boolean => maySee('shell');

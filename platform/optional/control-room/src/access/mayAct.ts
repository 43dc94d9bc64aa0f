import type { Reader } from '@site/releases/signing/Trust.ts';

/** Whether a reader's key may sign what is live of an app. Only then are they offered acts; what they sign is checked anyway. */
export const mayAct = ({ maySee, signs }: Reader, app: string): boolean => maySee(app) && signs.includes('pointers');

import { isAppName } from '@site/releases/names.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';

/** Whether a reader may look at an app. */
export const mayLookAt = ({ maySee }: Pick<Reader, 'maySee'>, app: string): boolean => isAppName(app) && maySee(app);

/** Whether a reader's key may sign what is live of an app. Only then are they offered acts; what they sign is checked anyway. */
export const mayAct = ({ maySee, signs }: Reader, app: string): boolean => maySee(app) && signs.includes('pointers');

/** Whether a reader is the site's owner: their key is for the shell. Of the policy, others see what the map shows. */
export const isOwner = ({ maySee }: Pick<Reader, 'maySee'>): boolean => maySee('shell');

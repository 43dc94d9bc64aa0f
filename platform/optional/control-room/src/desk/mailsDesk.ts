import { countUnsent, retryMails, selectUnsent } from '@site/api/outbox/queries.ts';
import { roomLimits } from '../limits.ts';
import { pageIn } from '../RoomParts.ts';
import type { Desk } from './Desk.ts';
import { paged } from './paged.ts';
import { mailsPage } from './pages/mailsPage.ts';

/** The mails that haven't gone out, with why, and sending all of them again. */
export function mailsDesk({ show, act }: Desk): void {
  show('/mails', async (asked) => {
    const database = await asked.database();
    const counts = await countUnsent(database);
    const range = paged(counts.dead + counts.waiting, pageIn(asked.query.page), roomLimits.desk.rows);
    return mailsPage(asked, { ...range, ...counts, mails: await selectUnsent(database, range) });
  });

  act('/mails/retry', async ({ database, note }) => {
    const retried = await retryMails(await database());
    if (retried.length > 0) note('mails sent again', retried.length);
    return { to: '/mails', done: retried.length > 0 ? 'again' : 'nothingWaits' };
  });
}

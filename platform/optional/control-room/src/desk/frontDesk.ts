import { countMessages, selectMessagesIn } from '@site/api/contact/store.ts';
import { countUnsent } from '@site/api/outbox/queries.ts';
import { roomLimits } from '../limits.ts';
import type { RoomParts } from '../RoomParts.ts';
import type { Desk } from './Desk.ts';
import { withMails } from './messagesDesk.ts';
import { frontPage } from './pages/frontPage.ts';
import { readyPage } from './pages/readyPage.ts';
import { readMissing } from './reading/readMissing.ts';

/** What waits for the owner, and what is missing before the site goes live. */
export function frontDesk({ show }: Desk, parts: RoomParts): void {
  show('', async (asked) => {
    const database = await asked.database();
    const newest = await selectMessagesIn(database, { offset: 0, limit: roomLimits.desk.newest });
    return frontPage(asked, {
      messages: await countMessages(database),
      ...(await countUnsent(database)),
      newest: await withMails(database, newest),
      missing: await readMissing(parts, asked.who),
    });
  });

  show('/ready', async (asked) => readyPage(asked, await readMissing(parts, asked.who)));
}

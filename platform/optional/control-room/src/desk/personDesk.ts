import { answerExport, answerFind, selectDataRequests, senderOf } from '@site/api/privacy/answerRequest.ts';
import { eraseSenderData, findSenderData, type SenderQuery } from '@site/api/privacy/senderData.ts';
import { roomLimits } from '../limits.ts';
import type { Desk, DeskAnswer, DeskRequest } from './Desk.ts';
import { isOffDisk } from './messagesDesk.ts';
import { eraseSenderPage, personPage, senderPage } from './pages/personPages.ts';

/**
 * What is stored about a person: found, exported and erased by their address. It is only ever sent in forms: addresses of pages stay in
 * histories.
 */
export function personDesk({ show, act }: Desk): void {
  show('/person', async (asked) => {
    const requests = await selectDataRequests(await asked.database(), roomLimits.desk.requests);
    return personPage(asked, requests);
  });

  act('/person', (asked) =>
    withSender(asked, async (sender) => {
      const data = await answerFind(await asked.database(), sender);
      asked.note('person found', data.messages.length);
      return senderPage(asked, sender, data);
    }),
  );

  act('/person/export', (asked) =>
    withSender(asked, async (sender) => {
      const { json, data } = await answerExport(await asked.database(), sender);
      asked.note('person exported', data.messages.length);
      return { json };
    }),
  );

  act('/person/erase', (asked) =>
    withSender(asked, async (sender) => {
      const database = await asked.database();
      if (asked.form.get('sure') !== 'yes')
        return eraseSenderPage(asked, sender, await findSenderData(database, sender));
      const { messages, confirmations } = await eraseSenderData(database, sender);
      asked.note('person erased', messages.length);
      const isClean = await isOffDisk(database);
      if (messages.length === 0 && confirmations.length === 0) return { to: '/person', done: 'nothingErased' };
      return { to: '/person', done: isClean ? 'erased' : 'erasedRemains' };
    }),
  );
}

/** Answers about the sender of a form; where that is no address, says so. */
async function withSender(asked: DeskRequest, make: (sender: SenderQuery) => Promise<DeskAnswer>): Promise<DeskAnswer> {
  const typed = (asked.form.get('address') ?? '').slice(0, roomLimits.desk.address);
  const sender = senderOf(typed, asked.form.get('tags') === 'yes');
  if (sender) return await make(sender);
  const requests = await selectDataRequests(await asked.database(), roomLimits.desk.requests);
  return { page: personPage(asked, requests, typed), status: 422 };
}

import { countMessages, deleteMessage, selectMessage, selectMessagesIn } from '@site/api/contact/store.ts';
import { takeOffDisk } from '@site/api/database/remains.ts';
import type { Database, MessageRow, OutboxRow } from '@site/api/database/schema.ts';
import { retryMails, selectMails } from '@site/api/outbox/queries.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { roomLimits } from '../limits.ts';
import { pageIn } from '../RoomParts.ts';
import type { Desk, DeskAnswer, DeskRequest } from './Desk.ts';
import { paged } from './paged.ts';
import { confirmPage } from './pages/confirmPage.ts';
import { goneMessagePage, messagePage, messagesPage } from './pages/messagePages.ts';

/** The messages: all of them, one in full, its mails again, and deleting it. */
export function messagesDesk({ show, act }: Desk): void {
  show('/messages', async (asked) => {
    const database = await asked.database();
    const all = await countMessages(database);
    const range = paged(all, pageIn(asked.query.page), roomLimits.desk.rows);
    const messages = await selectMessagesIn(database, range);
    return messagesPage(asked, { ...range, all, messages: await withMails(database, messages) });
  });

  show('/messages/:id', (asked) =>
    withMessage(asked, async (message, database) =>
      messagePage(asked, message, await selectMails(database, message.id)),
    ),
  );

  act('/messages/:id/retry', (asked) =>
    withMessage(asked, async ({ id }, database) => {
      const retried = await retryMails(database, [id]);
      if (retried.length > 0) asked.note('mails sent again', retried.length);
      return { to: `/messages/${id}`, done: retried.length > 0 ? 'again' : 'nothingWaits' };
    }),
  );

  show('/messages/:id/delete', (asked) =>
    withMessage(asked, async ({ id, name, subject }) =>
      confirmPage(asked, {
        part: 'messages',
        path: `/messages/${id}/delete`,
        title: asked.texts.text('desk.delete.title'),
        what: [name, subject],
        text: asked.texts.text('desk.delete.text'),
        button: asked.texts.text('desk.delete.do'),
        back: `/messages/${id}`,
      }),
    ),
  );

  act('/messages/:id/delete', async (asked) => {
    const database = await asked.database();
    const isDeleted = isId(asked.params.id) && (await deleteMessage(database, asked.params.id));
    if (!isDeleted) return { to: '/messages', done: 'gone' };
    asked.note('message deleted', 1);
    return { to: '/messages', done: (await isOffDisk(database)) ? 'deleted' : 'remains' };
  });
}

/** Takes what was deleted off the disk; returns whether that worked. Where others are reading it, the site tries again every day. */
export async function isOffDisk(database: Database): Promise<boolean> {
  try {
    return await takeOffDisk(database);
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

/** Messages, each with its mails. */
export async function withMails(
  database: Database,
  messages: readonly MessageRow[],
): Promise<readonly (MessageRow & { readonly mails: readonly OutboxRow[] })[]> {
  if (messages.length === 0) return [];
  const mails = await selectMails(database, ...messages.map(({ id }) => id));
  return messages.map((message) => ({
    ...message,
    mails: mails.filter(({ message_id }) => message_id === message.id),
  }));
}

const isId = (text: string | undefined): text is string => /^[\w-]{1,64}$/.test(text ?? '');

/** Answers about a message; when there is none, or none any more, says so. */
async function withMessage(
  asked: DeskRequest,
  make: (message: MessageRow, database: Database) => Promise<DeskAnswer>,
): Promise<DeskAnswer> {
  const { id } = asked.params;
  const database = await asked.database();
  const message = isId(id) ? await selectMessage(database, id) : undefined;
  return message ? await make(message, database) : { page: goneMessagePage(asked), status: 404 };
}

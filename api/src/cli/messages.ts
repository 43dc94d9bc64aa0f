import { detailFields } from '@site/shared/contract/contact/fields.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { deleteMessage, selectMessage, selectMessages } from '../contact/store.ts';
import type { Database, OutboxRow } from '../database/schema.ts';
import { retryMails, selectMails } from '../outbox/queries.ts';
import { rewrite } from './dataRequests.ts';
import { commandError } from './onDatabase.ts';
import { print } from './print.ts';

/** `site messages list`. */
export async function listMessages(database: Database): Promise<void> {
  const rows = await selectMessages(database);
  const mails = Map.groupBy(await selectMails(database), ({ message_id }) => message_id);
  for (const { id, received_at, name, email, subject } of rows) {
    const deliveries = (mails.get(id) ?? []).flatMap((mail) => {
      if (mail.kind === 'notice') return deliveryText(mail);
      return mail.state === 'dead' ? `confirmation ${deliveryText(mail)}` : [];
    });
    print([`${received_at}  ${id}  ${name} <${email}>  ${subject}`, ...deliveries].join('  '));
  }
  if (rows.length === 0) print('There are no messages.');
}

/** `site messages show ID`. */
export async function showMessage(database: Database, id: string): Promise<void> {
  const row = await selectMessage(database, id);
  if (!row) throw noMessage(id);
  const mails = await selectMails(database, id);
  print(
    `Received: ${row.received_at}`,
    `Language: ${row.language}`,
    `From: ${row.name} <${row.email}>`,
    `Subject: ${row.subject}`,
    ...detailFields.map((field) => `${contactTexts[fallbackLanguage].fields[field].label}: ${row[field]}`),
    ...mails.map((mail) => `${mail.kind === 'notice' ? 'Mail' : 'Confirmation'}: ${deliveryText(mail)}`),
    '',
    ...row.message.split('\n'),
  );
}

/** `site messages delete ID…`. */
export async function deleteMessages(database: Database, ids: readonly string[]): Promise<void> {
  const unknown: string[] = [];
  for (const id of ids) {
    if (await deleteMessage(database, id)) print(`deleted ${id}`);
    else unknown.push(id);
  }
  if (unknown.length < ids.length) await rewrite(database);
  if (unknown.length > 0) throw noMessage(...unknown);
}

/** `site messages retry ID…|--all`. */
export async function retryMessages(database: Database, ids: readonly string[], all: boolean): Promise<void> {
  if (all === ids.length > 0) throw commandError('Name messages (ID…), or use --all.');
  const retried = await retryMails(database, all ? undefined : ids);
  for (const id of retried) print(`sending again ${id}`);
  if (all && retried.length === 0) print('No mail is waiting, and none was given up.');
  const others = ids.filter((id) => !retried.includes(id));
  if (others.length > 0) throw commandError(`No mail is waiting or was given up for: ${others.join(', ')}.`);
}

const noMessage = (...ids: readonly string[]) =>
  commandError(`There is no message "${ids.join('", "')}". npx site messages list shows them all.`);

function deliveryText({ state, attempts, ended_at, last_error }: OutboxRow): string {
  if (state === 'delivered') return `mailed ${ended_at}`;
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  if (state === 'dead') return `given up ${ended_at} after ${tries}: ${last_error}`;
  return last_error ? `not mailed yet after ${tries}: ${last_error}` : 'not mailed yet';
}

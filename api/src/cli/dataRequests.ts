import { takeOffDisk } from '../database/remains.ts';
import type { Database } from '../database/schema.ts';
import { answerExport, answerFind, senderOf } from '../privacy/answerRequest.ts';
import { eraseSenderData, type SenderData, type SenderQuery } from '../privacy/senderData.ts';
import { commandError } from './onDatabase.ts';
import { print, printError } from './print.ts';

/** Whose data to look for, from the command line. */
interface SenderOptions {
  /** Also the addresses that differ by what follows a +. */
  readonly tags?: true | undefined;
}

function senderIn(text: string, { tags }: SenderOptions): SenderQuery {
  const sender = senderOf(text, tags === true);
  if (!sender) throw commandError(`"${text}" is not an e-mail address.`);
  return sender;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** What remains to do by hand. On standard error, since an export is nothing but JSON. */
function printHints({ mentions, tagged }: SenderData): void {
  if (tagged > 0)
    printError(`${count(tagged, 'more message')} from this mailbox with something after a +: add --tags for them.`);
  if (mentions.length > 0) printError(`Messages of others that mention the address: ${mentions.join(' ')}`);
}

/** `site messages find ADDRESS`. */
export async function findSender(database: Database, text: string, options: SenderOptions): Promise<void> {
  const data = await answerFind(database, senderIn(text, options));
  for (const { received_at, id, name, email, subject } of data.messages)
    print(`${received_at}  ${id}  ${name} <${email}>  ${subject}`);
  print(`${count(data.messages.length, 'message')}.`);
  printHints(data);
}

/** `site messages export ADDRESS`. */
export async function exportSender(database: Database, text: string, options: SenderOptions): Promise<void> {
  const { json, data } = await answerExport(database, senderIn(text, options));
  print(...json.split('\n'));
  printHints(data);
}

/** `site messages erase ADDRESS`. */
export async function eraseSender(database: Database, text: string, options: SenderOptions): Promise<void> {
  const data = await eraseSenderData(database, senderIn(text, options));
  print(`Erased ${count(data.messages.length, 'message')}.`);
  printHints(data);
  printError('Copies that this command can’t reach: your mailbox, and backups until they are deleted.');
  await rewrite(database);
}

/** `site messages requests`. */
export async function listRequests(database: Database): Promise<void> {
  const rows = await database.selectFrom('data_requests').selectAll().orderBy('made_at').orderBy('id').execute();
  for (const { made_at, command, messages } of rows) print(`${made_at}  ${command}  ${count(messages, 'message')}`);
  if (rows.length === 0) print('There were no requests.');
}

/** Removes deleted data from the disk. */
export async function rewrite(database: Database): Promise<void> {
  if (await takeOffDisk(database)) return;
  printError(
    'SITE-REMAINS It is still on the disk: the database is too large to be rewritten while the site runs. Do it by hand: “What was deleted” in docs/personal-data.md.',
  );
}

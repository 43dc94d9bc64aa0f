import { addressKey } from '../contact/address.ts';
import { takeOffDisk } from '../database/remains.ts';
import type { Database } from '../database/schema.ts';
import {
  eraseSenderData,
  findSenderData,
  recordRequest,
  type SenderData,
  type SenderQuery,
} from '../privacy/senderData.ts';
import { commandError } from './onDatabase.ts';
import { print, printError } from './print.ts';

/** Whose data to look for, from the command line. */
interface SenderOptions {
  /** Also the addresses that differ by what follows a +. */
  readonly tags?: true | undefined;
}

function senderOf(text: string, { tags }: SenderOptions): SenderQuery {
  const address = addressKey(text);
  if (!address) throw commandError(`"${text}" is not an e-mail address.`);
  return { address, withTags: tags === true };
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
  const data = await findSenderData(database, senderOf(text, options));
  await recordRequest(database, 'find', data);
  for (const { received_at, id, name, email, subject } of data.messages)
    print(`${received_at}  ${id}  ${name} <${email}>  ${subject}`);
  print(`${count(data.messages.length, 'message')}.`);
  printHints(data);
}

/** `site messages export ADDRESS`. */
export async function exportSender(database: Database, text: string, options: SenderOptions): Promise<void> {
  const sender = senderOf(text, options);
  const data = await findSenderData(database, sender);
  await recordRequest(database, 'export', data);
  const { messages, confirmations } = data;
  const json = JSON.stringify({ address: sender.address, messages, confirmations }, undefined, 2);
  // As ASCII, nothing can control the terminal, and nothing is lost.
  const ascii = json.replace(/[^\n\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  print(...ascii.split('\n'));
  printHints(data);
}

/** `site messages erase ADDRESS`. */
export async function eraseSender(database: Database, text: string, options: SenderOptions): Promise<void> {
  const data = await eraseSenderData(database, senderOf(text, options));
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

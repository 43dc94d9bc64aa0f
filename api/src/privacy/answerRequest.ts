import { addressKey } from '../contact/address.ts';
import type { Database, DataRequestRow } from '../database/schema.ts';
import { findSenderData, recordRequest, type SenderData, type SenderQuery } from './senderData.ts';

/** Whose data to look for, as somebody has typed the address; undefined when it is none. */
export function senderOf(text: string, withTags: boolean): SenderQuery | undefined {
  const address = addressKey(text);
  return address === undefined ? undefined : { address, withTags };
}

/** Finds what is stored about a sender, and records that it was asked for. */
export async function answerFind(database: Database, sender: SenderQuery): Promise<SenderData> {
  const data = await findSenderData(database, sender);
  await recordRequest(database, 'find', data);
  return data;
}

/** What a sender gets who asks for their data. */
export interface SenderExport {
  /** JSON in ASCII: nothing in it can control a terminal, and nothing is lost. */
  readonly json: string;
  readonly data: SenderData;
}

/** Exports everything that is stored about a sender, and records that it was asked for. */
export async function answerExport(database: Database, sender: SenderQuery): Promise<SenderExport> {
  const data = await findSenderData(database, sender);
  await recordRequest(database, 'export', data);
  const { messages, confirmations } = data;
  const json = JSON.stringify({ address: sender.address, messages, confirmations }, undefined, 2);
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return { json: json.replace(/[^\n\x20-\x7e]/g, escaped), data };
}

/** When people asked for their data, latest first. */
export async function selectDataRequests(database: Database, limit: number): Promise<DataRequestRow[]> {
  return await database
    .selectFrom('data_requests')
    .selectAll()
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

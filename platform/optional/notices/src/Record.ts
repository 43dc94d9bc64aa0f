import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@site/releases/store/files.ts';
import { z } from 'zod';
import { knownSchema } from './Known.ts';
import type { NoticeKind, SentNotice } from './Notice.ts';

const waiting = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.custom<NoticeKind>((value) => typeof value === 'string'),
  app: z.string(),
  values: z.record(z.string(), z.string()),
  /** The ids of the targets that haven't got it. */
  targets: z.array(z.string()),
});

const schema = z.object({
  /** Absent before the first look. */
  known: knownSchema.optional(),
  waiting: z.array(waiting),
  /** When notices went out within the last window, in milliseconds since 1970, and about what. */
  sent: z.array(z.object({ at: z.number(), app: z.string() })),
  /** How many notices there were beyond that, by app. */
  held: z.record(z.string(), z.number()),
});

/** What was seen and told, so that it is told once across restarts. What waits is written before it is sent. */
export type NoticeRecord = z.infer<typeof schema>;

/** A notice that some targets haven't got. */
export type WaitingNotice = SentNotice & z.infer<typeof waiting>;

/** The folder of the record and its lock, among the servers' reports. */
export const recordFolder = (reports: string): string => join(reports, '.notices');

const recordFile = (reports: string): string => join(recordFolder(reports), 'record.json');

/** Nothing seen, nothing told. */
export const emptyRecord: NoticeRecord = { waiting: [], sent: [], held: {} };

/** Reads a record. A missing or damaged one is empty: what is wrong now is told again. */
export async function readRecord(reports: string): Promise<NoticeRecord> {
  try {
    return schema.parse(JSON.parse(await readFile(recordFile(reports), 'utf8')));
  } catch {
    return emptyRecord;
  }
}

export const writeRecord = async (reports: string, record: NoticeRecord): Promise<void> =>
  await writeAtomically(recordFile(reports), JSON.stringify(record));

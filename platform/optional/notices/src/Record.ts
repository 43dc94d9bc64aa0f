import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@site/releases/store/files.ts';
import { z } from 'zod';
import { knownSchema } from './Known.ts';
import { noticeLimits } from './limits.ts';
import type { NoticeKind, SentNotice } from './Notice.ts';
import type { Target } from './settings.ts';

const notice = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.custom<NoticeKind>((value) => typeof value === 'string'),
  app: z.string(),
});

const waiting = notice.extend({
  values: z.record(z.string(), z.string()),
  /** The ids of the targets that haven't got it. */
  targets: z.array(z.string()),
});

const failure = z.object({
  /** When the first try failed after one that went well, and the last one, ISO 8601. */
  since: z.string(),
  at: z.string(),
  /** Without addresses: others may read the record. */
  reason: z.string(),
});

const givenUp = notice.extend({
  /** The id of the target that never gets it. */
  target: z.string(),
  /** When that was decided, ISO 8601. */
  ended: z.string(),
  reason: z.string(),
});

const schema = z.object({
  /** Absent before the first look. */
  known: knownSchema.optional(),
  waiting: z.array(waiting),
  /** When notices went out within the last window, in milliseconds since 1970, and about what. */
  sent: z.array(z.object({ at: z.number(), app: z.string() })),
  /** How many notices there were beyond that, by app. */
  held: z.record(z.string(), z.number()),
  /** How targets fail, by id. Records of earlier versions have neither this nor the next. */
  failing: z.record(z.string(), failure).default({}),
  /** What was given up lately. */
  givenUp: z.array(givenUp).default([]),
});

/** What was seen and told, so that it is told once across restarts. What waits is written before it is sent. */
export type NoticeRecord = z.infer<typeof schema>;

/** A notice that some targets haven't got. */
export type WaitingNotice = SentNotice & z.infer<typeof waiting>;

/** How a target fails. */
export type TargetFailure = Readonly<z.infer<typeof failure>>;

/** A notice that a target never gets. */
export type GivenUpNotice = Readonly<z.infer<typeof givenUp>>;

/** The folder of the record and its lock, among the servers' reports. */
export const recordFolder = (reports: string): string => join(reports, '.notices');

const recordFile = (reports: string): string => join(recordFolder(reports), 'record.json');

/** Nothing seen, nothing told. */
export const emptyRecord: NoticeRecord = { waiting: [], sent: [], held: {}, failing: {}, givenUp: [] };

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

/** The record once a target has, or never gets, a notice. */
export const withoutTarget = (record: NoticeRecord, { id }: Pick<SentNotice, 'id'>, target: Target): NoticeRecord => ({
  ...record,
  waiting: record.waiting
    .map((one) => (one.id === id ? { ...one, targets: one.targets.filter((other) => other !== target.id) } : one))
    .filter(({ targets }) => targets.length > 0),
});

/** The record after a try that failed. */
export function withFailure(record: NoticeRecord, { id }: Target, reason: string, now = new Date()): NoticeRecord {
  const at = now.toISOString();
  const since = record.failing[id]?.since ?? at;
  return { ...record, failing: { ...record.failing, [id]: { since, at, reason } } };
}

/** The record with a notice that a target never gets: what an operator can look at afterwards. */
export function withGivenUp(
  record: NoticeRecord,
  { id, at, kind, app }: SentNotice,
  target: Target,
  reason: string,
  now = Date.now(),
): NoticeRecord {
  const { count, age } = noticeLimits.givenUp;
  const ended = new Date(now).toISOString();
  const recent = record.givenUp.filter((earlier) => now - Date.parse(earlier.ended) < age);
  return { ...record, givenUp: [...recent, { id, at, kind, app, target: target.id, ended, reason }].slice(-count) };
}

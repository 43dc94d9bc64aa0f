import { type LogPage, readLog } from '@site/releases/history/readLog.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { roomLimits } from '../limits.ts';
import type { StoreReader } from './StoreReader.ts';

/** What a reader wants to see of the log; all where a text is empty. */
export interface LogFilter {
  /** An app, or the path of the route policy. */
  readonly subject: string;
  /** A public key. */
  readonly key: string;
}

/** Who did what, of the apps of a reader. */
export const readRoomLog = async (
  reader: StoreReader,
  { maySee }: Reader,
  { subject, key }: LogFilter,
  page: number,
): Promise<LogPage> => {
  const { store, trust } = reader.options;
  return await readLog(
    {
      store: {
        apps: () => store.apps(),
        kept: (record) => store.kept(record),
        read: (record) => reader.record(record),
      },
      trust,
    },
    { maySee, subject: subject || undefined, key: key || undefined, page, onPage: roomLimits.entriesOnPage },
  );
};

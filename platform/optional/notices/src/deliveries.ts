import type { NoticeKind } from './Notice.ts';
import { type GivenUpNotice, type NoticeRecord, readRecord, type TargetFailure } from './Record.ts';
import type { Target } from './settings.ts';

/** A notice that waits, without the words of others in it. */
export interface UnsentNotice {
  readonly id: string;
  /** When it was noticed, ISO 8601. */
  readonly at: string;
  readonly kind: NoticeKind;
  /** What it is about. */
  readonly app: string;
}

/** What a target hasn't got, and why. */
export interface Delivery {
  /** Its kind and host: the address is secret. */
  readonly name: string;
  readonly isMail: boolean;
  /** Oldest first. */
  readonly waiting: readonly UnsentNotice[];
  /** What came of the last try; absent when it went well. */
  readonly failing?: TargetFailure;
  /** What it will never get, oldest first. */
  readonly givenUp: readonly GivenUpNotice[];
}

/** What each target of the settings hasn't got, and why, as whoever tells has recorded it. */
export async function readDeliveries(reports: string, targets: readonly Target[]): Promise<readonly Delivery[]> {
  const record = await readRecord(reports);
  return targets.map((target) => deliveryOf(record, target));
}

function deliveryOf({ waiting, failing, givenUp }: NoticeRecord, { id, name, kind }: Target): Delivery {
  const failure = failing[id];
  return {
    name,
    isMail: kind === 'mail',
    waiting: waiting
      .filter(({ targets }) => targets.includes(id))
      .map((notice) => ({ id: notice.id, at: notice.at, kind: notice.kind, app: notice.app })),
    ...(failure && { failing: failure }),
    givenUp: givenUp.filter(({ target }) => target === id),
  };
}

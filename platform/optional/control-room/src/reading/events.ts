import { entriesOf } from '@site/releases/pointer.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { roomLimits } from '../limits.ts';
import type { StoreReader } from './StoreReader.ts';
import { type PageNumber, sectionOf } from './sectionOf.ts';

/** Something that somebody did: a version went live, to all or to a share, or was taken back; the policy was set. */
export interface RoomEvent {
  readonly kind: 'live' | 'rollout' | 'taken-back' | 'policy';
  /** When, ISO 8601. */
  readonly at: string;
  /** Absent for the policy. */
  readonly app?: string;
  readonly version?: string;
  readonly share?: number;
  /** The name of the key that has signed it, or the key; absent when only a later record tells of it. */
  readonly key?: string;
}

/** Some of the events, newest first. */
export interface EventsPage extends PageNumber {
  readonly events: readonly RoomEvent[];
}

/**
 * What the signed records tell of who did what. Each record has one signature, of whoever changed it last: of what was before, it
 * vouches for what happened, not for who did it.
 */
export async function readEvents(reader: StoreReader, { maySee }: Reader, asked: number): Promise<EventsPage> {
  const { store } = reader.options;
  const names = (await store.apps()).filter(maySee);
  const pointers = await Promise.all(names.map(async (app) => [app, await reader.pointer(app)] as const));
  const policy = maySee('shell') ? await reader.storedPolicy() : undefined;
  const all = [
    ...pointers.flatMap(([app, pointer]) => (pointer ? eventsOf(reader, app, pointer) : [])),
    ...(policy?.signature
      ? [{ kind: 'policy' as const, at: timeOf(policy.signature.serial), key: nameOf(reader, policy.signature.key) }]
      : []),
  ].toSorted((a, b) => b.at.localeCompare(a.at));
  const { items, page, pages } = sectionOf(all, asked, roomLimits.eventsOnPage);
  return { events: items, page, pages };
}

function eventsOf(reader: StoreReader, app: string, pointer: Pointer): readonly RoomEvent[] {
  const { candidate, signature } = pointer;
  const key = signature && { key: nameOf(reader, signature.key) };
  const entries = entriesOf(pointer).map(
    ({ version, since, isGivenUp }, index): RoomEvent => ({
      kind: isGivenUp ? 'taken-back' : 'live',
      at: since,
      app,
      version,
      // A rollout replaces the record that made the live version live.
      ...(index === 0 && !candidate && key),
    }),
  );
  if (!candidate) return entries;
  const { version, share, since } = candidate;
  return [{ kind: 'rollout', at: since, app, version, share, ...key }, ...entries];
}

const nameOf = ({ options: { trust } }: StoreReader, key: string): string => trust.nameOf(key) ?? key;

/** Serials come from the clock of whoever signs. */
const timeOf = (serial: number): string => new Date(Math.min(serial, 8.64e15)).toISOString();

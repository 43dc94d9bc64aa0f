import type { ReceivedRequests } from '@site/release-service/ReceivedRequests.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import type { Visits } from './access/Visits.ts';
import type { Html } from './html/html.ts';
import type { Texts } from './html/texts.ts';
import type { RoomOptions } from './RoomOptions.ts';
import type { StoreReader } from './reading/StoreReader.ts';

/** What the pages work with. */
export interface RoomParts extends RoomOptions {
  readonly reader: StoreReader;
  readonly visits: Visits;
  /** Signed requests, each of which counts once. */
  readonly received: ReceivedRequests;
  /** Where the room answers. */
  readonly origin: () => string;
}

/** A request of somebody who is in, in a language that the room speaks. */
export interface PageRequest {
  readonly texts: Texts;
  readonly who: Reader;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Makes a page; undefined when there is no such thing, or not for this reader. */
export type MakePage = (asked: PageRequest) => Promise<Html | undefined>;

/** Adds a page below each language, such as `/map`; one that `signs` has the room's script, all others have none. */
export type AddPage = (path: string, make: MakePage, kind?: 'signs') => void;

/** A text of a query, shortened. */
export const textIn = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');

/** The number of a page in a query; the first without one. */
export const pageIn = (value: unknown): number =>
  typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : 1;

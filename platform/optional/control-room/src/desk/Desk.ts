import type { Database } from '@site/api/database/schema.ts';
import type { Html } from '../html/html.ts';
import type { PageRequest } from '../RoomParts.ts';

/** What somebody did at the desk, as the log says it: never to whose words. */
export type DeskAct =
  | 'message deleted'
  | 'mails sent again'
  | 'person found'
  | 'person exported'
  | 'person erased'
  | 'news added'
  | 'news removed'
  | 'news imported';

/** A request of somebody who may open the desk. */
export interface DeskRequest extends PageRequest {
  /** What a form has sent; empty for a page that is only looked at. */
  readonly form: URLSearchParams;
  /** Whether it comes from this machine, as far as proxies tell. */
  readonly isNear: boolean;
  /**
   * The site's database.
   *
   * @throws {NoDatabaseError} where this program sees none
   * @throws {OperatorError} while it can't be opened
   */
  readonly database: () => Promise<Database>;
  /** Logs what was done, and to how many. */
  readonly note: (act: DeskAct, count: number) => void;
}

/** A page with another status than 200: a form that has to be corrected, or what isn't there any more. */
export interface OtherAnswer {
  readonly page: Html;
  readonly status: 404 | 422;
}

/** Where an act leads, below the desk, and what it has done: see `doneTexts`. */
export interface Moved {
  readonly to: string;
  readonly done: DoneName;
  readonly counts?: Readonly<Record<string, number>>;
}

/** A file that the browser saves. */
export interface Download {
  readonly json: string;
}

/** What an act or a page of the desk answers; undefined where there is no such thing. */
export type DeskAnswer = Html | OtherAnswer | Moved | Download | undefined;

type Make = (asked: DeskRequest) => Promise<DeskAnswer>;

/** Adds pages, and what forms do. Paths are below the desk. */
export interface Desk {
  readonly show: (path: string, make: Make) => void;
  readonly act: (path: string, make: Make) => void;
}

/** This program sees no database of the site. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

/** What acts have done, and whether it is what was wanted. Each has its text, `desk.done.…`. */
export const doneTexts = {
  deleted: true,
  gone: false,
  remains: false,
  again: true,
  nothingWaits: false,
  erased: true,
  nothingErased: false,
  erasedRemains: false,
  added: true,
  removed: true,
  removedBefore: false,
  imported: true,
  importedLess: false,
  nothingChosen: false,
} as const;

export type DoneName = keyof typeof doneTexts;

/** What an address says that an act has done. */
export const isDone = (value: unknown): value is DoneName =>
  typeof value === 'string' && Object.hasOwn(doneTexts, value);

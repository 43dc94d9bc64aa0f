import { onTestFinished } from '@rstest/core';
import { storeMessage } from '@site/api/contact/store.ts';
import type { Database } from '@site/api/database/schema.ts';
import { purposes } from '@site/releases/signing/keys.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import type { ControlRoom } from '../controlRoom.ts';
import type { RoomOptions } from '../RoomOptions.ts';
import { openTestRoom } from './openTestRoom.ts';

/** A message, as a visitor sends it. */
export const ada = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'An engine',
  message: 'Could you build one?\nAda',
};

/** What a room answers. */
interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Where it leads to. */
  readonly to: string | null;
}

/** A room with a desk on a real database, until the end of the test, and somebody who is in with a key. */
export class DeskRoom {
  readonly place: TestDatabase;
  readonly signed: SignedStore;
  readonly #room: ControlRoom;
  #cookie = '';

  private constructor(place: TestDatabase, signed: SignedStore, room: ControlRoom) {
    this.place = place;
    this.signed = signed;
    this.#room = room;
  }

  /** Opens it, and lets the owner in: with all apps, and the right to the desk. */
  static async open(
    given: { readonly database?: RoomOptions['database']; readonly settings?: Partial<RoomOptions['settings']> } = {},
  ): Promise<DeskRoom> {
    const [signed, place] = [await SignedStore.create(), await openTestDatabase('SQLite')];
    onTestFinished(place.close);
    const room = await openTestRoom(signed, {
      database: 'database' in given ? given.database : async () => place.database,
      ...(given.settings && { settings: given.settings }),
    });
    const desk = new DeskRoom(place, signed, room);
    const owner = { public: (await signed.addKey('owner')).public, apps: ['*'], signs: [...purposes], desk: true };
    await signed.changeTrusted((keys) => ({ ...keys, owner }));
    await desk.enter('owner');
    return desk;
  }

  get database(): Database {
    return this.place.database;
  }

  /** Comes in with another key. */
  async enter(key: string): Promise<void> {
    const link = this.#room.link(this.signed.key(key).public);
    const { headers } = await fetch(link, { redirect: 'manual', method: 'POST' });
    this.#cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
  }

  /** Stores a message; returns its id. */
  async write(message: Partial<typeof ada> = {}, confirms = false): Promise<string> {
    return await storeMessage(this.database, { ...ada, ...message }, { language: 'en', confirms });
  }

  /** A page, below the room's origin. */
  async look(path: string): Promise<Answered> {
    return await this.#ask(path, {});
  }

  /** Sends a form, as a page of the room does. */
  async send(
    path: string,
    fields: Readonly<Record<string, string>> | URLSearchParams = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    return await this.#ask(path, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  async #ask(
    path: string,
    { headers = {}, ...request }: { method?: string; body?: URLSearchParams; headers?: object },
  ) {
    const response = await fetch(this.#room.origin + path, {
      ...request,
      redirect: 'manual',
      headers: { ...headers, cookie: this.#cookie },
    });
    const { status, headers: answered } = response;
    return { status, headers: answered, body: await response.text(), to: answered.get('location') };
  }
}

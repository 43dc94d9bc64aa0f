import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { goodMessage, startTestApi, type TestApi, tokenHeaders } from '@site/testkit/api/testApi.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { createApi } from '../api.ts';
import { limits } from '../limits.ts';
import { selectMails } from '../outbox/queries.ts';
import { selectMessages } from './store.ts';

onEveryDatabase(
  (kind) => {
    let api: TestApi;
    beforeEach(async () => {
      api = await startTestApi({ contactRate: { max: 100, timeWindow: 60_000 } }, kind);
    });
    afterEach(() => api.close());

    /** The messages as another process sees them: only committed ones. */
    const storedMessages = async () => await selectMessages(await api.openAgain());

    describe('a good message', () => {
      test('is on disk before the answer', async () => {
        const response = await api.send(goodMessage, { 'accept-language': 'fr' });
        expect(response.statusCode).toBe(201);
        expect(response.headers['cache-control']).toBe('no-store');
        const [stored, ...others] = await storedMessages();
        expect(others).toEqual([]);
        expect({ ...stored }).toEqual({
          ...goodMessage,
          id: response.json().id,
          language: 'fr',
          client_key: null,
          content: expect.any(String),
          received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        });
      });

      test('is stored without control characters, but with its line breaks', async () => {
        const response = await api.send({
          ...goodMessage,
          subject: 'Hello\r\nBcc: everyone@example.com',
          message: 'One\r\ntwo\u0000\u001B[31m\tthree \u{1F3E0} \uD800 and more',
        });
        expect(response.statusCode).toBe(201);
        expect((await storedMessages())[0]).toMatchObject({
          subject: 'Hello Bcc: everyone@example.com',
          message: 'One\ntwo[31m three \u{1F3E0} \uFFFD and more',
        });
      });
    });

    test('an address that sends too many messages must wait; others needn’t', async () => {
      const limited = await startTestApi({ contactRate: { max: 2, timeWindow: 60_000 } }, kind);
      const send = (address: string) =>
        limited.send(goodMessage, { 'x-forwarded-for': address, 'accept-language': 'es' });
      expect((await send('192.0.2.1')).statusCode).toBe(201);
      expect((await send('192.0.2.1')).statusCode).toBe(201);
      const refused = await send('192.0.2.1');
      const other = await send('192.0.2.2');
      await limited.close();
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.json().error).toEqual({
        code: 'too_many_requests',
        message: expect.stringContaining('Espera unos minutos'),
      });
      expect(other.statusCode).toBe(201);
    });

    test('however many IPv6 addresses a customer has, they count as one sender', async () => {
      const limited = await startTestApi({ contactRate: { max: 2, timeWindow: 60_000 } }, kind);
      const statuses: number[] = [];
      for (const address of ['2001:db8:0:1::1', '2001:db8:0:1:a:b:c:d', '2001:db8:0:2::1', '2001:db8:1:1::1'])
        statuses.push((await limited.send(goodMessage, { 'x-forwarded-for': address })).statusCode);
      await limited.close();
      expect(statuses).toEqual([201, 201, 429, 201]);
    });

    test('a sender with a whole IPv6 /48 counts as four senders, and others are not mistaken for it', async () => {
      const limited = await startTestApi({ contactRate: { max: 1, timeWindow: 60_000 } }, kind);
      const statuses: number[] = [];
      for (let network = 0; network < 8; network += 1) {
        const address = `2001:db8:5:${(network * 0x2000).toString(16)}::1`;
        statuses.push((await limited.send(goodMessage, { 'x-forwarded-for': address })).statusCode);
      }
      const other = await limited.send(goodMessage, { 'x-forwarded-for': '2001:db8:6:1::1' });
      await limited.close();
      expect(statuses).toEqual(Array.from({ length: 4 }, () => [201, 429]).flat());
      expect(other.statusCode).toBe(201);
    });

    test('a recipient gets only a few confirmations a day, but every message is stored', async () => {
      const confirming = await startTestApi({ contactRate: { max: 100, timeWindow: 60_000 }, confirms: true }, kind);
      const { max } = limits.confirmations;
      const victims = [
        'ada@example.com',
        'ADA@Example.com',
        'ada+1@example.com',
        'Ada+2+3@example.com',
        'ada@example.com',
      ];
      const send = (email: string, index: number) =>
        confirming.send({ ...goodMessage, email, message: `Hello, for time ${index}` });
      for (const [index, email] of victims.entries()) expect((await send(email, index)).statusCode).toBe(201);
      expect((await send('grace@example.com', 99)).statusCode).toBe(201);
      const mails = await selectMails(confirming.database);
      const counted = await confirming.database.selectFrom('rate_counts').select('name').execute();
      await confirming.close();
      expect(mails.filter(({ kind: mail }) => mail === 'notice')).toHaveLength(victims.length + 1);
      expect(mails.filter(({ kind: mail }) => mail === 'confirmation')).toHaveLength(max + 1);
      // Not /ada/: a hash may contain these letters by chance.
      expect(counted.map(({ name }) => name).join()).not.toMatch(/@|example/i);
    });

    describe('a message that is sent again', () => {
      const key = { 'idempotency-key': '"7f9c2ba4-e88f-4d0c-a2ad-1b3c5d7e9f10"' };
      const idsOf = (responses: readonly { statusCode: number; json: () => { id: string } }[]) =>
        new Set(responses.map((response) => (response.statusCode === 201 ? response.json().id : response.statusCode)));

      test('with its key gets the same answer and is stored once, with one mail', async () => {
        const first = await api.send(goodMessage, key);
        await age(60);
        expect(idsOf([first, await api.send(goodMessage, key)]).size).toBe(1);
        expect(await storedMessages()).toHaveLength(1);
        expect(await selectMails(api.database)).toHaveLength(1);
      });

      test('many times at once is stored once', async () => {
        const responses = await Promise.all([1, 2, 3, 4, 5].map(() => api.send(goodMessage, key)));
        expect(idsOf(responses)).toEqual(new Set([responses[0]?.json().id]));
        expect(await storedMessages()).toHaveLength(1);
      });

      test('without a key, as from a form without scripts, is stored once within some minutes', async () => {
        const responses = await Promise.all([1, 2].map(() => api.send(goodMessage)));
        expect(idsOf(responses).size).toBe(1);
        await age(60);
        expect(idsOf([...responses, await api.send(goodMessage)]).size).toBe(2);
        expect(await storedMessages()).toHaveLength(2);
      });

      test('with other words and the same key is refused, and accepted with a new key', async () => {
        const changed = { ...goodMessage, message: 'I have changed my mind about the engine.' };
        await api.send(goodMessage, key);
        const refused = await api.send(changed, key);
        expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'key_reused']);
        expect((await api.send(changed, { 'idempotency-key': 'another-key' })).statusCode).toBe(201);
        expect(await storedMessages()).toHaveLength(2);
      });

      test('with an invalid key is refused', async () => {
        expect((await api.send(goodMessage, { 'idempotency-key': 'short' })).statusCode).toBe(400);
        expect(await storedMessages()).toEqual([]);
      });

      /** Makes the stored messages some minutes older. */
      async function age(minutes: number): Promise<void> {
        const received_at = new Date(Date.now() - minutes * 60_000).toISOString();
        await api.database.updateTable('messages').set({ received_at }).execute();
      }
    });

    test('a text that is sent too often must wait, even from different senders', async () => {
      const { max } = limits.sameText;
      const send = (name: string, message: string) => api.send({ ...goodMessage, name, message });
      expect((await send('Bot number 1', 'Buy   now!')).statusCode).toBe(201);
      const texts = api.database.updateTable('rate_counts').where('name', 'like', 'text:%');
      const guessed = createHash('sha256').update('buy now ').digest('base64url');
      const counted = await api.database.selectFrom('rate_counts').select('name').execute();
      expect(counted, 'who guesses a text can’t tell that it was sent').not.toContainEqual({ name: `text:${guessed}` });
      await texts.set({ count: max - 1 }).execute();
      expect((await send('Bot number 2', 'buy now!!!')).statusCode).toBe(201);
      const refused = await send('Bot number 3', 'Buy, now …!');
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
      expect((await api.send(goodMessage)).statusCode).toBe(201);
    });

    test('servers on one database count a visitor together, and store no address', async () => {
      const rate = { max: 2, timeWindow: 60_000 };
      const address = { 'x-forwarded-for': '203.0.113.7' };
      const servers: FastifyInstance[] = [];
      for (const database of [api.database, await api.openAgain()]) {
        const server = Fastify({ trustProxy: true });
        await server.register(createApi({ database, contactRate: rate }));
        servers.push(server);
      }
      const statuses: number[] = [];
      for (const server of [...servers, ...servers]) {
        const request = { method: 'POST', url: '/api/v1/contact', headers: { ...tokenHeaders, ...address } } as const;
        statuses.push((await server.inject({ ...request, payload: goodMessage })).statusCode);
      }
      await Promise.all(servers.map((server) => server.close()));
      expect(statuses).toEqual([201, 201, 429, 429]);
      const stored = [
        await api.database.selectFrom('rate_counts').selectAll().execute(),
        await api.database.selectFrom('messages').selectAll().execute(),
      ];
      expect(JSON.stringify(stored)).not.toContain('203.0.113.7');
    });
  },
  { inFirstTier: true },
);

import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { onEveryDatabase } from '../testing/onEveryDatabase.ts';
import { goodMessage, startTestApi, type TestApi } from '../testing/testApi.ts';
import { selectMessages } from './queries.ts';

onEveryDatabase((kind) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({ contactRate: { max: 100, timeWindow: 60_000 } }, kind);
  });
  afterEach(() => api.close());

  /** The messages as another process sees them: what isn't committed isn't there. */
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
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
    });

    test('loses its control characters, but not its line breaks', async () => {
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

  test('an address that sends too much has to wait, others don’t', async () => {
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
});

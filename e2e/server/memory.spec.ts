import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { keptConnections, type TimedAnswer, timedRequest } from '../../bench/releases/http.ts';
import { everyAddress } from '../support/addresses.ts';
import { expect, test as serverTest } from '../support/serverTest.ts';

interface Fixtures {
  /** Asks a site that has just been started, over connections that stay open. */
  readonly askNew: (path: string, headers: Record<string, string>, method?: string) => Promise<TimedAnswer>;
}

const test = serverTest.extend<Fixtures>({
  askNew: async ({ startOwnSite }, use) => {
    const { origin } = await startOwnSite();
    const agent = keptConnections();
    await use((path, headers, method = 'GET') => timedRequest(origin + path, { agent, method, headers }));
    agent.destroy();
  },
});

/** What must be the same in all answers. */
const essence = ({ status, headers: { date: _, ...headers }, body }: TimedAnswer) => ({
  status,
  headers,
  body: body.toString('latin1'),
});

const paths = everyAddress.filter(({ page }) => page !== 'notFound').map(({ path }) => path);

test('who comes later gets every page from memory, with the same bytes and headers as the first visitor', async ({
  askNew,
}) => {
  for (const path of ['/', ...paths]) {
    const gzip = { 'accept-encoding': 'gzip' };
    const first = await askNew(path, gzip);
    expect(first.status, path).toBe(200);
    expect(essence(await askNew(path, gzip)), path).toEqual(essence(first));
    expect(essence(await askNew(path, gzip, 'HEAD')), path).toEqual({ ...essence(first), body: '' });
  }
});

test('a page is the same document in every encoding', async ({ askNew }) => {
  for (const path of paths) {
    const plain = await askNew(path, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const [encoding, decompress] of Object.entries(decode)) {
      const { headers, body } = await askNew(path, { 'accept-encoding': encoding });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.etag, 'other bytes, another tag').not.toBe(plain.headers.etag);
      expect(decompress(body).equals(plain.body), `${path} as ${encoding}`).toBe(true);
    }
  }
});

test('a browser that has a page is told so, without the page', async ({ askNew }) => {
  for (const path of paths) {
    // Not brotli: that form is replaced by a smaller one after a while.
    const accept = { 'accept-encoding': 'gzip' };
    const first = await askNew(path, accept);
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = essence(first).headers;
    const tags = [first.headers.etag, `W/${first.headers.etag}`, `"older", ${first.headers.etag}`].map(String);
    for (const tag of tags) {
      const answer = await askNew(path, { ...accept, 'if-none-match': tag });
      expect(essence(answer), `${path} with ${tag}`).toEqual({ status: 304, headers, body: '' });
    }
    expect((await askNew(path, { ...accept, 'if-none-match': '"older"' })).status).toBe(200);
  }
});

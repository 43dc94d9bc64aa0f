import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { keepAliveAgent, type TimedResponse, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import { addresses, everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { ask, languageOf, textOf } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { metricsToken, readMetrics } from '../operations/askOperations.ts';
import { expect, test as serverTest } from '../support/serverTest.ts';

interface Fixtures {
  /** Sends requests to a new site, over keep-alive connections. */
  readonly askNew: (path: string, headers: Record<string, string>, method?: string) => Promise<TimedResponse>;
}

const test = serverTest.extend<Fixtures>({
  askNew: async ({ startOwnSite }, use) => {
    const { origin } = await startOwnSite();
    const agent = keepAliveAgent();
    await use((path, headers, method = 'GET') => timedRequest(origin + path, { agent, method, headers }));
    agent.destroy();
  },
});

/** The parts of a response that must always be the same. */
const essence = ({ status, headers: { date: _, 'x-request-id': _id, ...headers }, body }: TimedResponse) => ({
  status,
  headers,
  body: body.toString('latin1'),
});

/** The number of pages that the site has rendered. */
async function renderings(site: RunningSite): Promise<number> {
  const metrics = [...(await readMetrics(site))];
  return metrics.reduce((sum, [name, value]) => (name.startsWith('site_render_seconds_count') ? sum + value : sum), 0);
}

const paths = everyAddress.filter(({ page }) => page !== 'notFound').map(({ path }) => path);

test('later visitors get every page from the cache, with the same bytes and headers as the first one', async ({
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

test('a page comes from the cache, whatever parameters a newsletter adds to its address', async ({ startOwnSite }) => {
  const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
  const plain = await ask(site, addresses.en.pricing);
  for (const query of ['utm_source=newsletter&utm_medium=email', 'fbclid=1', 'sent=1', '%ff', 'a=b'.repeat(500)]) {
    const answer = await ask(site, `${addresses.en.pricing}?${query}`);
    expect([answer.status, answer.body], query).toEqual([200, plain.body]);
  }
  expect(await renderings(site)).toBe(1);
  // Parameters that a page reads still have an effect.
  const sent = await ask(site, `${addresses.en.contact}?utm_source=newsletter&sent=1`);
  expect(textOf(sent.body)).toContain('Message has been sent to our team');
  expect(textOf((await ask(site, addresses.en.contact)).body)).not.toContain('Message has been sent to our team');
});

test('a robot that tries many addresses causes one rendering of the 404 page per language', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite({ environment: { METRICS_TOKEN: metricsToken } });
  const bodies = new Set<string>();
  for (let number = 0; number < 10; number += 1) {
    for (const language of languages) {
      const answer = await ask(site, `/${language}/wp-login-${number}.php?attempt=${number}`);
      expect(answer.status).toBe(404);
      expect(languageOf(answer.body)).toBe(language);
      bodies.add(answer.body);
    }
  }
  expect(bodies.size).toBe(languages.length);
  expect(await renderings(site)).toBe(languages.length);
  // A misspelled address still gets a suggestion.
  expect((await ask(site, '/en/pricng')).body).toContain('Did you mean');
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

test('a browser that has cached a page gets 304, without the page', async ({ askNew }) => {
  for (const path of paths) {
    // Not brotli: the page is recompressed later.
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

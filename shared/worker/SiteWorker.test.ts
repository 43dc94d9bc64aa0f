import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';

/** What the workers of a test were started with. */
const started: unknown[] = [];

class FakeWorker {
  constructor(...parameters: unknown[]) {
    started.push(parameters);
  }
}

/** What the page loads, as if no page had been there before. */
async function load(trustedTypes?: object) {
  rs.resetModules();
  rs.stubGlobal('Worker', FakeWorker);
  rs.stubGlobal('trustedTypes', trustedTypes);
  const [{ SiteWorker }, { trustScripts }] = await Promise.all([
    import('./SiteWorker.ts'),
    import('./trustedScripts.ts'),
  ]);
  return { SiteWorker, trustScripts };
}

const address = (path: string) => new URL(path, location.href);

beforeEach(() => {
  started.length = 0;
});
afterEach(() => {
  rs.unstubAllGlobals();
});

test('a worker is started from what the document lists, as a module', async () => {
  const { SiteWorker, trustScripts } = await load();
  trustScripts(['/assets/events/1/workers/count.js']);
  new SiteWorker(address('/assets/events/1/workers/count.js'), { name: 'counts' });
  expect(started).toEqual([[address('/assets/events/1/workers/count.js').href, { name: 'counts', type: 'module' }]]);
});

test.each([
  '/assets/events/1/workers/other.js',
  '/assets/events/1/workers/count.js?x',
  'https://elsewhere.example/assets/events/1/workers/count.js',
  'data:text/javascript,alert(1)',
  'blob:https://site.example/1',
])('no other address becomes a script: %s', async (other) => {
  const { SiteWorker, trustScripts } = await load();
  trustScripts(['/assets/events/1/workers/count.js']);
  expect(() => new SiteWorker(address(other))).toThrow('SITE-PAGE');
  expect(started).toEqual([]);
});

test('the browser gets what the policy made, and no policy exists where no worker is listed', async () => {
  const createPolicy = rs.fn((_name: string, rules: { createScriptURL(text: string): string }) => ({
    createScriptURL: (text: string) => `trusted ${rules.createScriptURL(text)}`,
  }));
  const { SiteWorker, trustScripts } = await load({ createPolicy });
  trustScripts([]);
  expect(createPolicy).not.toHaveBeenCalled();
  expect(() => new SiteWorker(address('/assets/events/1/workers/count.js'))).toThrow('SITE-PAGE There is no worker');
  trustScripts(['/assets/events/1/workers/count.js']);
  expect(createPolicy.mock.calls.map(([name]) => name)).toEqual(['site-workers']);
  new SiteWorker(address('/assets/events/1/workers/count.js'));
  expect(started).toEqual([[expect.stringMatching(/^trusted http.*count\.js$/), { type: 'module' }]]);
});

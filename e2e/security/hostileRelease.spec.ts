import { cp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { previewQuery, testedReleases } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';

/** What a release's code tries on the server. Each returns something when it succeeds. */
const attacks: Readonly<Record<string, string>> = {
  'read a file by the main module': `process.mainModule.require('node:fs').readFileSync('/etc/passwd', 'utf8')`,
  'read a file by a built-in module': `process.getBuiltinModule('node:fs').readFileSync('/etc/passwd', 'utf8')`,
  'read a file by a binding': `process.binding('fs')`,
  'open a database': `new (require('node:sqlite').DatabaseSync)('/tmp/attack.sqlite')`,
  'import a module': `(await import('node:net')).connect`,
  'import a module from a string': `(await (0, eval)('import("node:net")')).connect`,
  'import a module in a made function': `(await (async () => {}).constructor('return import("node:net")')()).connect`,
  'make a function of a string': `Function('return 1')()`,
  'ask over the network': `(await fetch('http://127.0.0.1:9/')).status`,
  'open a socket': `new WebSocket('ws://127.0.0.1:9/')`,
  'reach the standard output': `process.stdout._handle`,
  'reach the console’s stream': `console._stdout`,
  'list open handles': `process._getActiveHandles()`,
  'speak to the server': `process.send({ type: 'ready' }) ?? true`,
  'open the server’s inspector': `process.kill(process.ppid, 'SIGUSR1')`,
  'end the process group': `process.kill(0, 'SIGTERM')`,
  'end the process': `process.exit ?? process.reallyExit ?? process.abort`,
  'load native code': `process.dlopen`,
  'see secrets': `Object.keys(process.env).filter((name) => name !== 'NODE_ENV').length`,
  'run WebAssembly': `WebAssembly.Module`,
  'see callers': `(() => {
    const prepare = Error.prepareStackTrace;
    Error.prepareStackTrace = (_, sites) => sites;
    const sites = new Error().stack;
    Error.prepareStackTrace = prepare;
    return sites.map((site) => site.getThis?.()?.mainModule ?? site.getThis?.()?.send).find(Boolean);
  })()`,
  'see other visitors’ forms': `globalThis.forms.length`,
};

/** What it changes for everything that runs in its process, at once and later. */
const damage = `
  globalThis.forms = [];
  const { stringify } = JSON;
  const { parse } = URLSearchParams;
  globalThis.URLSearchParams = class extends URLSearchParams {
    constructor(init) { super(init); if (String(init).includes('message=')) globalThis.forms.push(String(init)); }
  };
  const spoil = () => {
    JSON.stringify = (...values) => { const text = stringify(...values); return typeof text === 'string' ? text.replaceAll('Lucarne', 'SPOILED') : text; };
    Array.prototype.join = function (separator = ',') { let all = ''; for (let i = 0; i < this.length; i += 1) all += (i ? separator : '') + (this[i] ?? ''); return all + 'SPOILED'; };
  };
  setTimeout(spoil);
  setInterval(spoil, 20);
`;

const attempts = Object.entries(attacks).map(
  ([name, code]) =>
    `await (async () => { try { const got = ${code}; if (got) loot.push(${JSON.stringify(name)}); } catch {} })();`,
);

const page = `({ ...page,
  load: async (context) => { const loot = []; ${attempts.join('\n')} globalThis.loot = loot; return page.load(context); },
  component: () => 'LOOT' + globalThis.loot.reduce((all, name) => all + '|' + name, '') + 'LOOT',
})`;

const lootIn = (html: string): string[] => (/LOOT(.*)LOOT/.exec(html)?.[1] ?? '|no loot').split('|').slice(1);

/** Whether anybody listens where an inspector would. */
const hasInspector = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(9229, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });

for (const wall of ['strongest', 'process'] as const) {
  test.describe(`behind the ${wall} wall`, () => {
    let store: string;
    test.beforeEach(async () => {
      store = await temporaryFolder('hostile');
      await cp(testedReleases, store, { recursive: true });
    });
    test.afterEach(() => rm(store, { recursive: true, force: true, maxRetries: 5 }));

    test('a release that tries everything gets nothing, and no other page is changed', async ({ startOwnSite }) => {
      const site = await startOwnSite({ releases: store, environment: { RENDER_WALL: wall } });
      const good = await liveVersion(store, 'blog');
      const version = await addVariant(store, 'blog', { server: { atLoad: damage, page } });
      const before = await otherPages(site);
      // Not live: whoever has the link makes it run.
      const previewed = await ask(site, `${addresses.en.blog}?${previewQuery('blog', version)}`);
      expect(lootIn(previewed.body)).toEqual([]);
      await setLive(store, 'blog', version, good);
      const blog = async () => (await ask(site, addresses.en.blog)).body;
      await expect.poll(blog).toContain('LOOT');
      const body = new URLSearchParams(goodMessage);
      expect((await ask(site, addresses.fr.contact, { method: 'POST', body })).status).toBe(303);
      expect(lootIn(await blog())).toEqual([]);
      expect(await hasInspector()).toBe(false);
      expect(await otherPages(site)).toEqual(before);
      await setLive(store, 'blog', good);
      await expect.poll(blog).not.toContain(version);
      expect(await blog()).toContain(texts.en.blog.list.title);
      expect(await blog()).not.toContain('SPOILED');
      expect(await otherPages(site)).toEqual(before);
    });
  });
}

/** What pages of other teams show, rendered anew: such pages are not cached. Their data name the blog's release. */
async function otherPages(site: RunningSite): Promise<readonly string[]> {
  const paths = [addresses.en.pricing, addresses.fr.contact, addresses.es.team];
  return await Promise.all(
    paths.map(async (path) => {
      const { body } = await ask(site, `${path}?boundaries`);
      return body.slice(body.indexOf('<div id="site">'), body.indexOf('<script type="application/json"'));
    }),
  );
}

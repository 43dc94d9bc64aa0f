import { cp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { canBuild } from '@site/server/render/strongestWall.ts';
import { walls } from '@site/server/render/wall.ts';
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
  'reach the host by its functions': `setTimeout.constructor('return process')().mainModule`,
  'reach the host by its errors': `(() => {
    try { crypto.getRandomValues({ byteLength: -1 }); } catch (error) { return error.constructor.constructor('return process')().mainModule; }
  })()`,
  'reach the host by its stack': `(() => {
    const own = () => own.caller?.caller ?? own.arguments?.callee.caller;
    return own();
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

for (const wall of walls.filter(canBuild)) {
  test.describe(`behind the wall ${wall}`, () => {
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

/** What a release makes of the description of its page, for each language: markup, another team's texts, a bomb. */
const lies = {
  en: `stringify({ ...view, head: { ...view.head, tags: [...view.head.tags, { element: 'base', attributes: { href: 'https://evil.example' } }] } })`,
  fr: `stringify({ ...view, strings: { ...view.strings, contact: { contact: { form: { send: 'evil.example' } } } } })`,
  es: `'{"evil":' + '['.repeat(100_000) + ']'.repeat(100_000) + '}'`,
};

test('a release that lies about its page loses it to the release before', async ({ startOwnSite }) => {
  const store = await temporaryFolder('lies');
  await cp(testedReleases, store, { recursive: true });
  const cases = Object.entries(lies).map(([language, lie]) => `if (language === '${language}') return ${lie};`);
  const page = `({ ...page, load: async (context) => {
    const { stringify } = JSON;
    const { language } = context;
    JSON.stringify = (view, ...more) => { if (view?.head) { ${cases.join('\n')} } return stringify(view, ...more); };
    return page.load(context);
  } })`;
  const good = await liveVersion(store, 'blog');
  await setLive(store, 'blog', await addVariant(store, 'blog', { server: { page } }), good);
  const site = await startOwnSite({ releases: store });
  for (const language of ['en', 'fr', 'es'] as const) {
    const { status, body } = await ask(site, addresses[language].blog);
    expect(status).toBe(200);
    expect(body).toContain(texts[language].blog.list.title);
    expect(body).not.toContain('evil');
  }
  await expect.poll(site.output).toContain('SITE-ANSWER');
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

test('a release that keeps what it is shown has no other visitor’s form, and none that was sent', async ({
  startOwnSite,
}) => {
  const store = await temporaryFolder('forms');
  await cp(testedReleases, store, { recursive: true });
  const keep = `(globalThis.kept ??= []).push(JSON.stringify(props.result ?? 'nothing'))`;
  const page = `({ ...page, action: (form) => globalThis.kept.push(String(form)),
    component: (props) => { ${keep}; return 'KEPT' + globalThis.kept.join('') + 'KEPT'; } })`;
  await setLive(store, 'contact', await addVariant(store, 'contact', { server: { page } }));
  const site = await startOwnSite({ releases: store });
  const post = async (values: Partial<typeof goodMessage>) => {
    const body = new URLSearchParams({ ...goodMessage, ...values });
    return await ask(site, addresses.en.contact, { method: 'POST', body });
  };
  expect((await post({ subject: 'Sent in secret' })).status).toBe(303);
  for (const [own, other] of [
    ['ada@', 'bob@'],
    ['bob@', 'ada@'],
  ] as const) {
    const { status, body } = await post({ email: own });
    expect(status).toBe(422);
    expect(body).toContain(own);
    for (const text of [other, 'Sent in secret']) expect(body).not.toContain(text);
  }
  const { body } = await ask(site, `${addresses.en.contact}?boundaries`);
  expect(body).toContain('KEPT');
  for (const text of ['ada@', 'bob@', 'Sent in secret']) expect(body).not.toContain(text);
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

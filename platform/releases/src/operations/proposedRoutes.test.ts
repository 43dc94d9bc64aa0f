import { expect, test } from '@rstest/core';
import type { DeclaredPage } from '@site/shared/contract/release.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { buildApp, declaredPage, newFolder, newStore, publishOptions } from '@site/testkit/releases/fixtures.ts';
import { promote } from './promote.ts';
import { type PreflightTask, publish } from './publish.ts';
import { setPolicy } from './setRecord.ts';

const policy: RoutePolicy = { ...openPolicy, claims: { blog: ['blog'], shop: ['shop', 'cart'] }, reserved: ['admin'] };

/** A store with a live blog, and a function that publishes remotes there. */
async function storeWithBlog() {
  const store = await newStore();
  const tasks: PreflightTask[] = [];
  const release = async (name: string, ...pages: DeclaredPage[]) => {
    const folder = await newFolder();
    const version = `${name}-version-${pages.length}-${tasks.length}`;
    await buildApp(folder, { name, version, pages });
    const preflight = async (task: PreflightTask) => {
      tasks.push(task);
      return [];
    };
    await publish({ ...(await publishOptions(store)), app: name, folder, policy, preflight });
    return version;
  };
  const live = await release(
    'blog',
    declaredPage({ name: 'blog', path: 'blog' }),
    declaredPage({ name: 'article', path: 'blog/:slug' }),
  );
  await promote(store, 'blog', live);
  return { store, release, tasks };
}

test('a version is tried with the pages of the live ones', async () => {
  const { release, tasks } = await storeWithBlog();
  await release('events', declaredPage({ name: 'events', path: 'events' }));
  expect(Object.keys(tasks.at(-1)?.routes.pages ?? {})).toEqual(['blog', 'article', 'events']);
});

test.each<[string, DeclaredPage, string, string]>([
  ['the path of another remote', declaredPage({ name: 'news', path: 'blog/news' }), 'RELEASE-ROUTE-TAKEN', 'blog’s'],
  ['a prefix that nobody claims', declaredPage({ name: 'news', path: 'news' }), 'RELEASE-ROUTE-UNCLAIMED', '/en/news'],
  ['a reserved path', declaredPage({ name: 'news', path: 'admin/news' }), 'RELEASE-ROUTE-RESERVED', '/en/admin/news'],
  ['the name of another page', declaredPage({ name: 'article', path: 'events' }), 'RELEASE-ROUTE-TAKEN', '"article"'],
])('a version that proposes %s is refused by name, and not stored', async (_, page, code, named) => {
  const { store, release } = await storeWithBlog();
  await expect(release('events', page)).rejects.toMatchObject({ code, message: expect.stringContaining(named) });
  expect(await store.versions('events')).toEqual([]);
});

test('a version that would displace another remote’s page is refused, even if the policy names its remote first', async () => {
  const { store, release } = await storeWithBlog();
  await promote(store, 'events', await release('events', declaredPage({ name: 'dates', path: 'events' })));
  await expect(release('shop', declaredPage({ name: 'dates', path: 'shop' }))).rejects.toMatchObject({
    code: 'RELEASE-ROUTE-TAKEN',
    message: expect.stringMatching(/shop .*"dates", which events has/),
  });
});

test('the policy of the store takes precedence', async () => {
  const { store, release } = await storeWithBlog();
  await setPolicy(store, { ...policy, others: 'none' });
  await expect(release('events', declaredPage({ name: 'events', path: 'events' }))).rejects.toMatchObject({
    code: 'RELEASE-ROUTE-UNCLAIMED',
  });
});

const withPlace = (name: string) => ({ ...declaredPage({ name, path: name }), places: ['menu'] as const });

test('a version is refused when the menu has no place for its page, or when it would take another’s', async () => {
  const { store, release } = await storeWithBlog();
  await setPolicy(store, { ...policy, menu: { pages: [], others: true, atMost: 2 } });
  for (const name of ['fairs', 'guides']) await promote(store, name, await release(name, withPlace(name)));
  const refused = (name: string, displaced: string) =>
    expect(release(name, withPlace(name))).rejects.toMatchObject({
      code: 'RELEASE-MENU',
      message: expect.stringMatching(new RegExp(`more than 2 pages: there is no place for "${displaced}"`)),
    });
  await refused('zoo', 'zoo');
  await refused('art', 'guides');
  expect((await release('art', declaredPage({ name: 'art', path: 'art' }))).length).toBeGreaterThan(0);
});

test('a remote with a place in a full menu can still be fixed, even if the policy has less room now', async () => {
  const { store, release } = await storeWithBlog();
  for (const name of ['fairs', 'guides']) await promote(store, name, await release(name, withPlace(name)));
  await setPolicy(store, { ...policy, menu: { pages: [], others: true, atMost: 1 } });
  await release('guides', withPlace('guides'));
  await setPolicy(store, { ...policy, menu: { pages: [], others: true, atMost: 2 } });
  await release('fairs', withPlace('fairs'));
});

test('a version that reads from an API is refused until the policy grants that to its remote', async () => {
  const { store } = await storeWithBlog();
  const apis = { events: { description: 'The fairs that we go to' } };
  const publishWith = async (grants: NonNullable<RoutePolicy['grants']>) => {
    const folder = await newFolder();
    await buildApp(folder, { name: 'shop', version: 'shop-with-api', apis });
    const options = { ...(await publishOptions(store)), app: 'shop', folder, policy: { ...policy, grants } };
    return await publish(options);
  };
  const refused = {
    code: 'RELEASE-OWN-API',
    message: expect.stringContaining('"events" (The fairs that we go to)'),
  };
  const address = 'https://api.example.com/';
  await expect(publishWith({})).rejects.toMatchObject(refused);
  await expect(publishWith({ events: { remote: 'blog', address } })).rejects.toMatchObject(refused);
  await expect(publishWith({ orders: { remote: 'shop', address } })).rejects.toMatchObject(refused);
  expect(await store.versions('shop')).toEqual([]);
  await publishWith({ events: { remote: 'shop', address } });
  expect(await store.versions('shop')).toHaveLength(1);
});

test('a version whose form sends to an API is refused until the policy grants more than reading it', async () => {
  const { store } = await storeWithBlog();
  const forms = { signup: { to: 'events/signups', fields: { name: {} } } };
  const publishWith = async (methods: readonly ('GET' | 'POST')[]) => {
    const folder = await newFolder();
    const apis = { events: { description: 'Who comes' } };
    await buildApp(folder, { name: 'shop', version: 'shop-with-form', apis, forms });
    const grants = { events: { remote: 'shop', address: 'https://api.example.com/', methods: [...methods] } };
    const options = { ...(await publishOptions(store)), app: 'shop', folder, policy: { ...policy, grants } };
    return await publish(options);
  };
  await expect(publishWith(['GET'])).rejects.toMatchObject({
    code: 'RELEASE-OWN-API',
    message: expect.stringContaining('The form "signup" of shop sends to "events"'),
  });
  expect(await store.versions('shop')).toEqual([]);
  await publishWith(['GET', 'POST']);
  expect(await store.versions('shop')).toHaveLength(1);
});

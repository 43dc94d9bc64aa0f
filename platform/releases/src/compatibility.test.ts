import { expect, test } from '@rstest/core';
import { incompatibilityOf, resolveCompatible } from './compatibility.ts';
import type { Release } from './Release.ts';

const release = (name: string, version: string, contract: number): Release =>
  ({ manifest: { name, version, contract, singletons: {} } }) as unknown as Release;

const shell = (contract: number) => release('shell', `shell-${contract}`, contract);
const blog = (contract: number) => release('blog', `blog-${contract}`, contract);
const contact = (contract: number) => release('contact', `contact-${contract}`, contract);

/** The versions that are shown, shell first, and the codes of those that are left out. */
function shown(shells: readonly Release[], remotes: Readonly<Record<string, readonly Release[]>>) {
  const set = resolveCompatible(shells, new Map(Object.entries(remotes)));
  const chosen = set && [set.shell, ...[...set.remotes.values()].flat()];
  return {
    shown: chosen?.map(({ manifest }) => manifest.version),
    leftOut: Object.fromEntries(
      [...(set?.incompatible ?? [])].map(([{ manifest }, { code }]) => [manifest.version, code]),
    ),
  };
}

test('shows what is compatible, the preferred release first', () => {
  const remotes = { blog: [blog(1), release('blog', 'blog-0', 1)], contact: [contact(1)] };
  expect(shown([shell(1)], remotes)).toEqual({ shown: ['shell-1', 'blog-1', 'blog-0', 'contact-1'], leftOut: {} });
});

test('an incompatible remote is replaced by its earlier release, or left out', () => {
  expect(shown([shell(1)], { blog: [blog(2), blog(1)], contact: [contact(2)] })).toEqual({
    shown: ['shell-1', 'blog-1'],
    leftOut: { 'blog-2': 'RELEASE-CONTRACT', 'contact-2': 'RELEASE-CONTRACT' },
  });
});

test('a remote that uses what the shell lacks is left out, by the name of what is missing', () => {
  const using = (release: Release, exports: Readonly<Record<string, readonly string[]>>): Release => ({
    ...release,
    manifest: { ...release.manifest, exports },
  });
  const provides = using(shell(1), { react: ['useState'], '@site/shared': ['Button', 'pathOf'] });
  const reason = (release: Release, shell = provides) => incompatibilityOf(release, shell)?.message;
  expect(reason(using(blog(1), { '@site/shared': ['Button'], react: ['*'] }))).toBeUndefined();
  expect(reason(using(blog(1), { '@site/shared': ['Button', 'useVisit'], react: ['use'] }))).toBe(
    'RELEASE-SINGLETON blog@blog-1 uses `useVisit` of @site/shared, `use` of react, which shell@shell-1 doesn’t have. Release a shell that has it first, or do without.',
  );
  expect(reason(using(blog(1), { constructor: ['name'] })), 'what every object has').toContain('`name` of constructor');
  expect(reason(using(blog(1), { '@site/shared': ['useVisit'] }), shell(1)), 'an earlier shell').toBeUndefined();
});

test('a remote that gives a component a property which it no longer has is left out, by its name', () => {
  const withProperties = (release: Release, properties: Readonly<Record<string, readonly string[]>>): Release => ({
    ...release,
    manifest: { ...release.manifest, properties },
  });
  const renamed = withProperties(shell(1), { PageHeader: ['subtitle', 'title'] });
  expect(incompatibilityOf(withProperties(blog(1), { PageHeader: ['title'], Gone: ['any'] }), renamed)).toBeUndefined();
  expect(incompatibilityOf(withProperties(blog(1), { PageHeader: ['lead', 'title'] }), renamed)?.message).toContain(
    'blog@blog-1 uses `lead` of PageHeader, which shell@shell-1 doesn’t have.',
  );
  expect(
    incompatibilityOf(withProperties(blog(1), { PageHeader: ['lead'] }), shell(1)),
    'an earlier shell',
  ).toBeUndefined();
});

test('a shell with a new contract waits until every remote is built for it', () => {
  const shells = [shell(2), shell(1)];
  const waiting = shown(shells, { blog: [blog(2), blog(1)], contact: [contact(1)] });
  expect(waiting.shown).toEqual(['shell-1', 'blog-1', 'contact-1']);
  expect(waiting.leftOut).toMatchObject({ 'shell-2': 'RELEASE-CONTRACT' });
  const together = shown(shells, { blog: [blog(2), blog(1)], contact: [contact(2), contact(1)] });
  expect(together.shown).toEqual(['shell-2', 'blog-2', 'contact-2']);
});

test('a shell that also supports the previous contract doesn’t wait', () => {
  const both: Release = { ...shell(2), manifest: { ...shell(2).manifest, contracts: [2, 1] } };
  expect(shown([both, shell(1)], { blog: [blog(2), blog(1)], contact: [contact(1)] })).toEqual({
    shown: ['shell-2', 'blog-2', 'blog-1', 'contact-1'],
    leftOut: {},
  });
});

test('a remote that is missing or fits no shell doesn’t delay a shell', () => {
  expect(shown([shell(2), shell(1)], { blog: [blog(9)], contact: [] }).shown).toEqual(['shell-2']);
});

test('a shell that waits names the remotes it waits for', () => {
  const { incompatible } = resolveCompatible([shell(2), shell(1)], new Map([['blog', [blog(1)]]])) ?? {};
  expect([...(incompatible?.values() ?? [])].map(({ message }) => message)).toEqual([
    expect.stringContaining('shell@shell-2 waits for releases that fit it: blog.'),
  ]);
});

test('each earlier shell comes with the releases that fit it, for when the shell fails', () => {
  const set = resolveCompatible([shell(2), shell(1)], new Map([['blog', [blog(2), blog(1)]]]));
  const versions = set?.fallbacks.map(({ shell: its, remotes }) => [its, ...(remotes.get('blog') ?? [])]);
  expect(versions?.map((shown) => shown.map(({ manifest }) => manifest.version))).toEqual([['shell-1', 'blog-1']]);
});

test('nothing is shown without a shell', () => {
  expect(resolveCompatible([], new Map())).toBeUndefined();
});

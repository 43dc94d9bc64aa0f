import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { boundaryPanel } from './boundaryPanel.ts';

const file = (size: number) => ({ integrity: 'sha256-', size });

/** A release with a page, and a fragment that shares its entry. */
const release = {
  folder: '',
  manifest: {
    name: 'checkout',
    version: 'version-1',
    contract: 1,
    singletons: {},
    publicPath: '/assets/checkout/',
    entry: 'entry.js',
    server: 'server.js',
    modules: {
      './cart': { scripts: ['entry.js', 'cart.js'], styles: ['cart.css'] },
      './mini': { scripts: ['mini.js'], styles: [] },
    },
    fragments: { 'mini-cart': { module: './mini' } },
    files: {
      'web/entry.js': file(9_000),
      'web/entry.js.gz': file(1_000),
      'web/cart.js': file(2_300),
      'web/cart.css': file(500),
      'web/mini.js': file(400),
    },
  },
} as const satisfies Release;

const boundaries = [
  { release, module: './cart' },
  { release, module: './mini' },
  { release, module: './mini' },
];

const rowsOf = (panel: string): readonly string[] =>
  [...panel.matchAll(/<tr>(<th scope="row">.*?)<\/tr>/gs)].map(([, row = '']) => row.replaceAll(/<[^>]+>/g, ' | '));

test('each part of a page is named once, with its version and what browsers load for it', () => {
  const rows = rowsOf(boundaryPanel(boundaries, 'en'));
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/\.\/cart.*checkout@version-1.*3\.3\u00a0kB.*0\.5\u00a0kB.*not shown here/);
  expect(rows[1]).toMatch(/mini-cart.*checkout@version-1.*1\.4\u00a0kB.*0\.0\u00a0kB/);
  expect(boundaryPanel(boundaries, 'fr')).toContain('3,3\u00a0ko');
  expect(boundaryPanel(boundaries, 'ar'), 'a site in other languages').toMatch(
    /lang="en" dir="ltr".*Parts of this page/,
  );
});

test('a part has its own faults and those of its whole version, as text', () => {
  const fault = { app: 'checkout', version: 'version-1', code: 'RENDER-FAILED', at: '' };
  const faults = [
    {
      ...fault,
      module: './cart',
      message: 'RENDER-FAILED It threw\u202e\n  at src/Cart.tsx:3:7 <img src=x onerror=alert(1)>',
    },
    { ...fault, code: 'RELEASE-FILE', message: 'A file is missing.' },
  ];
  const panel = boundaryPanel(boundaries, 'en', new Map([[release, faults]]));
  const [cart, mini] = rowsOf(panel);
  expect(cart).toContain('RENDER-FAILED It threw');
  expect(cart).toContain('\n  at src/Cart.tsx:3:7');
  expect(cart).toContain('RELEASE-FILE A file is missing.');
  expect(mini).not.toContain('Cart.tsx');
  expect(mini).toContain('RELEASE-FILE');
  expect(panel).not.toMatch(/<img|\u202e/);
  expect(rowsOf(boundaryPanel(boundaries, 'en', new Map([[release, []]])))[0]).toContain('none');
});

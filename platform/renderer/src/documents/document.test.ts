import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { readRelease } from '@site/releases/reading/readRelease.ts';
import { specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { type Boot, partialSheets } from '@site/shell/entry/boot.ts';
import { pageDocument } from './document.ts';

const file = { integrity: 'sha256-x', size: 0 };

let shell: Release;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-document-'));
  await mkdir(join(folder, 'web'));
  await writeFile(join(folder, 'web/shell.css'), 'p{color:red}p:hover{color:blue}');
  const modules = { '.': { scripts: ['shell.js'], styles: ['shell.css'] } };
  const files = { 'web/shell.css': file, 'web/shell.js': file };
  const manifest = { publicPath: '/assets/shell/', entry: 'shell.js', modules, files };
  shell = await readRelease(manifest as unknown as Release['manifest'], folder);
});
afterAll(() => rm(shell.folder, { recursive: true, force: true }));

const boot: Boot = {
  request: { url: '', language: 'en' },
  page: null,
  strings: {},
  origin: '',
  registry: {},
  routes: specifiedRoutesIn('en'),
};

const documentOf = (starter: string): string =>
  pageDocument(
    { language: 'en', head: '', html: '<p>text</p>', boot, remotes: new Set() },
    { shell, remotes: new Map(), inline: { starter, root: '' }, mode: undefined },
  ).html.toString();

const link = '<link rel="stylesheet" href="/assets/shell/shell.css" integrity="sha256-x" crossorigin';

test('a document has the styles of its first view; without scripts the whole style sheet comes with it', () => {
  expect(documentOf(`load("${partialSheets}")`)).toContain(
    `${link} media="not all" disabled><style>p{color:red}</style><noscript>${link}></noscript>`,
  );
});

test('with a shell that loads no whole style sheets, such as that of version 1.2.0, a document has them', () => {
  const html = documentOf('');
  expect(html).toContain('<style>p{color:red}p:hover{color:blue}</style>');
  expect(html).not.toContain('<noscript>');
});

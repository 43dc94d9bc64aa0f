import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { hashOf } from '@site/renderer/documents/document.ts';
import { failureDocument } from './failureDocument.ts';

test('a failure page says what is wrong in the visitor’s language, even when the shell’s files are gone', () => {
  const shell = {
    folder: '/nowhere',
    manifest: {
      publicPath: '/assets/shell/',
      modules: { '.': { scripts: [], styles: ['shell.css'] } },
      files: { 'web/shell.css': { integrity: 'sha256-a', size: 1 } },
    },
  } as unknown as Release;
  const document = failureDocument(shell, { page: 'page', language: 'fr', code: 'SITE-RENDER' });
  const html = document.html.toString();
  expect(html).toMatch(/^<!doctype html>\n<html lang="fr">.*<h1>[^<]+<\/h1>.*href="\/fr".*SITE-RENDER/s);
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  expect(document.styleHashes).toEqual([hashOf(styles)]);
});

import { afterEach, expect, test } from '@rstest/core';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import type { PreparedView } from '../view/createView.ts';
import { showView } from './showView.ts';

const { documentElement: root } = document;

afterEach(() => {
  root.removeAttribute('dir');
  root.lang = '';
});

const prepared = {
  view: { request: { language: 'fr', url: '/fr/prix' } },
  head: { title: 'Prix', tags: [] },
} as unknown as PreparedView;

const show = () => showView(prepared, createI18n({ language: 'en', messages: {} }), () => {});

test('a view changes the language of the document, and the way of its lines', () => {
  root.lang = 'ar';
  root.dir = 'rtl';
  show();
  expect([root.lang, root.dir]).toEqual(['fr', 'ltr']);
});

test('where lines go on the same way, nothing says so', () => {
  show();
  expect([root.lang, root.hasAttribute('dir')]).toEqual(['fr', false]);
});

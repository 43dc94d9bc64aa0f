import { afterEach, expect, rs, test } from '@rstest/core';
import { limits } from '@site/shared/contract/limits.ts';
import { act, renderHook } from '@testing-library/react';
import type { i18n as I18n } from 'i18next';
import type { PreparedView } from '../view/createView.ts';
import { usePreparedView } from './usePreparedView.ts';
import type { ViewLoader } from './viewLoader.ts';

afterEach(() => {
  document.body.replaceChildren();
});

/** The path of the page that is rendered ahead, in a site in English. */
function ahead(): () => string | undefined {
  const viewAt = (url: string): PreparedView =>
    ({ view: { request: { url, language: url.slice(1, 3) } } }) as unknown as PreparedView;
  const loader = {
    read: (address: string) => ({ url: address }),
    prefetch: async (url: string) => viewAt(url),
  } as unknown as ViewLoader;
  const { result } = renderHook(() => usePreparedView(loader, { language: 'en' } as I18n));
  return () => result.current[0]?.request.url;
}

async function hover(path: string) {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  await act(async () => {
    link.dispatchEvent(new Event('pointerover', { bubbles: true }));
  });
}

test('only the page of the last link is rendered ahead', async () => {
  const shown = ahead();
  expect(shown()).toBeUndefined();
  await hover('/en/pricing');
  expect(shown()).toBe('/en/pricing');
  await hover('/en/team');
  expect(shown()).toBe('/en/team');
});

test('a page in another language is not rendered ahead, because its texts come with the language', async () => {
  const shown = ahead();
  await hover('/fr/prix');
  expect(shown()).toBeUndefined();
});

test('a page that is no longer fresh is dropped', async () => {
  rs.useFakeTimers();
  const shown = ahead();
  await hover('/en/pricing');
  act(() => rs.advanceTimersByTime(limits.prefetchKept - 1));
  expect(shown()).toBe('/en/pricing');
  act(() => rs.advanceTimersByTime(1));
  expect(shown()).toBeUndefined();
});

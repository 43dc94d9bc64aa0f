import { afterAll, beforeAll, beforeEach, expect, rstest, test } from '@rstest/core';
import { moveScroll, ownScrolling, placeScroll, rememberScroll } from './scrollPositions.ts';

const places: number[] = [];

beforeAll(() => {
  rstest.useFakeTimers();
  rstest.spyOn(window, 'scrollTo').mockImplementation((options) => {
    places.push((options as ScrollToOptions).top ?? 0);
  });
  // As in WebKit.
  Reflect.deleteProperty(window, 'onscrollend');
  ownScrolling('first', '');
});

afterAll(() => {
  rstest.useRealTimers();
});

beforeEach(() => {
  sessionStorage.clear();
  places.length = 0;
});

/** The page scrolls, by hand or smoothly. */
function scroll(top: number): void {
  Object.assign(window, { scrollY: top });
  window.dispatchEvent(new Event('scroll'));
}

function placeOf(entry: string): number | undefined {
  placeScroll(entry, '', true);
  return places.pop();
}

test('a browser that does not say when scrolling ends keeps the place of a visitor who stands still', () => {
  moveScroll('a', '#section');
  scroll(300);
  rememberScroll();
  expect(placeOf('a')).toBe(0);

  moveScroll('b', '#section');
  scroll(900);
  rstest.advanceTimersByTime(300);
  rememberScroll();
  expect(placeOf('b')).toBe(900);
});

test('a browser that restores a kept page after its pageshow event finds that it may', () => {
  expect(history.scrollRestoration).toBe('manual');
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  expect(history.scrollRestoration).toBe('auto');
  rstest.advanceTimersByTime(1);
  expect(history.scrollRestoration).toBe('manual');
});

test('a browser that discards the tab while it is hidden may restore it', () => {
  const visibility = rstest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(history.scrollRestoration).toBe('auto');
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  rstest.advanceTimersByTime(1);
  expect(history.scrollRestoration).toBe('manual');
});

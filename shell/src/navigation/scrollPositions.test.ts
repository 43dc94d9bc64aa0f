import { afterAll, beforeAll, beforeEach, expect, rstest, test } from '@rstest/core';
import { moveScroll, ownScrolling, placeScroll, rememberScroll } from './scrollPositions.ts';

const places: number[] = [];

beforeAll(() => {
  rstest.useFakeTimers();
  rstest.spyOn(window, 'scrollTo').mockImplementation((options) => {
    places.push((options as ScrollToOptions).top ?? 0);
  });
  // WebKit has no `scrollend` event.
  Reflect.deleteProperty(window, 'onscrollend');
  ownScrolling('first', '');
});

afterAll(() => {
  rstest.useRealTimers();
  Reflect.deleteProperty(window, 'scrollY');
});

beforeEach(() => {
  sessionStorage.clear();
  places.length = 0;
});

/** Simulates a scroll of the page. */
function scroll(top: number): void {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  window.dispatchEvent(new Event('scroll'));
}

function placeOf(entry: string): number | undefined {
  placeScroll(entry, '', true);
  return places.pop();
}

test('a browser without `scrollend` keeps the scroll position once the visitor stops scrolling', () => {
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

test('a browser that restores a cached page after `pageshow` may restore its scroll position', () => {
  expect(history.scrollRestoration).toBe('manual');
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pageshow'));
  expect(history.scrollRestoration).toBe('auto');
  rstest.advanceTimersByTime(1);
  expect(history.scrollRestoration).toBe('manual');
});

test('a browser that discards a hidden tab may restore its scroll position', () => {
  const visibility = rstest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(history.scrollRestoration).toBe('auto');
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  rstest.advanceTimersByTime(1);
  expect(history.scrollRestoration).toBe('manual');
});

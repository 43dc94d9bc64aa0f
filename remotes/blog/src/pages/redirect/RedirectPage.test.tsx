import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { Article } from '@site/shared';
import { act, fireEvent, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { renderInSite } from '../../testing/renderInSite.ts';
import { article } from '../../testing/samples.ts';
import { RedirectPage, type RedirectPageData, safeLink } from './RedirectPage.tsx';

const props = {
  language: 'en',
  params: { slug: 'lights-on' },
  result: undefined,
} as const;
const assign = rs.fn();

beforeEach(() => {
  rs.useFakeTimers();
  assign.mockReset();
  window.history.replaceState(null, '');
  rs.spyOn(window.location, 'assign').mockImplementation(assign);
});

afterEach(() => {
  rs.restoreAllMocks();
  rs.useRealTimers();
});

const show = (data: RedirectPageData, query = '') =>
  renderInSite(
    <Routes>
      <Route path="/" element="start page" />
      <Route path="*" element={<RedirectPage {...props} data={data} query={new URLSearchParams(query)} />} />
    </Routes>,
  );
const showArticle = (facts: Partial<Article> = {}) => show({ body: article(facts), failure: null });
const pass = (milliseconds: number) => act(() => rs.advanceTimersByTime(milliseconds));
const stay = () => fireEvent.click(screen.getByRole('button', { name: 'Stay on this page' }));

test('shows the title, the target, and the links there and back to the blog', () => {
  showArticle();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Why we keep the lights on');
  const link = screen.getByRole('link', { name: 'https://news.example/lights' });
  expect(link.getAttribute('href')).toBe('https://news.example/lights');
  expect(screen.getByRole('link', { name: /^Open the article now/ }).getAttribute('href')).toBe(
    'https://news.example/lights',
  );
  expect(screen.getByRole('link', { name: 'Back to the blog' }).getAttribute('href')).toBe('/en/blog');
});

test('the title and the links of an article in another language say so', () => {
  showArticle({ language: 'fr' });
  const { lang, dir } = screen.getByRole('heading', { level: 1 });
  expect({ lang, dir }).toEqual({ lang: 'fr', dir: 'auto' });
  for (const name of ['https://news.example/lights', /^Open the article now/])
    expect(screen.getByRole('link', { name }).getAttribute('hreflang')).toBe('fr');
});

test('shows the seconds left', () => {
  showArticle();
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('You will be redirected in 10\u00a0seconds');
  pass(3000);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('You will be redirected in 7\u00a0seconds');
  pass(6000);
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('You will be redirected in 1\u00a0second');
});

test('tells screen readers the start and the last three seconds only', () => {
  showArticle();
  const told: (string | null)[] = [];
  for (let second = 0; second < 10; second += 1) {
    pass(1000);
    told.push(screen.getByRole('status').textContent);
  }
  expect(told.map((text) => text?.match(/\d+/)?.[0] ?? '')).toEqual(['9', '', '', '', '', '', '3', '2', '1', '']);
});

test('redirects to the article after ten seconds', () => {
  showArticle();
  pass(9999);
  expect(assign).not.toHaveBeenCalled();
  pass(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith('https://news.example/lights');
});

test('Escape stays', () => {
  showArticle();
  pass(2000);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  pass(60_000);
  expect(assign).not.toHaveBeenCalled();
  expect(screen.getByRole('region', { name: 'Take your time' })).toBeDefined();
});

test.each([
  ['a key', () => fireEvent.keyDown(document.body, { key: 'ArrowDown' })],
  ['a touch', () => fireEvent.pointerDown(document.body)],
  ['the focus on a link', () => act(() => screen.getByRole('link', { name: 'Back to the blog' }).focus())],
])('%s holds the time, which goes on ten seconds later', (_, doSomething) => {
  showArticle();
  pass(9500);
  doSomething();
  pass(10_000);
  expect(assign).not.toHaveBeenCalled();
  pass(1000);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('a visitor who comes back from the article stays', () => {
  const { unmount } = showArticle();
  pass(10_000);
  expect(assign).toHaveBeenCalledTimes(1);
  unmount();
  showArticle();
  pass(60_000);
  expect(assign).toHaveBeenCalledTimes(1);
});

test('"Stay on this page" is the first control, and the first announcement says how to stay by keyboard', () => {
  const { container } = showArticle();
  expect(container.querySelector('a, button')?.textContent).toBe('Stay on this page');
  pass(1000);
  expect(screen.getByRole('status').textContent).toContain('Press Escape to stay on this page.');
});

test('stays when the visitor asks, and moves the focus to the notice', () => {
  showArticle();
  pass(4000);
  stay();
  pass(60_000);
  expect(assign).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Take your time' }));
  expect(screen.queryByRole('button', { name: 'Stay on this page' })).toBeNull();
});

test('stays when the address contains `stay`', () => {
  show({ body: article(), failure: null }, 'stay=');
  pass(60_000);
  expect(assign).not.toHaveBeenCalled();
  expect(screen.getByRole('region', { name: 'Take your time' })).toBeTruthy();
});

test('does not redirect once the visitor has left the page', () => {
  const { unmount } = showArticle();
  pass(4000);
  unmount();
  pass(60_000);
  expect(assign).not.toHaveBeenCalled();
});

test.each([null, 'javascript:alert(1)'])('the link %j redirects to the start page at once', (link) => {
  showArticle({ link });
  expect(screen.getByText('start page')).toBeTruthy();
  pass(60_000);
  expect(assign).not.toHaveBeenCalled();
});

test('embeds the video of a youtube article, and calls it a video', () => {
  const embed = 'https://www.youtube-nocookie.com/embed/abc';
  showArticle({ type: 'youtube', url_video: embed });
  pass(100);
  expect(screen.getByRole('link', { name: 'Open the video now' })).toBeDefined();
  stay();
  expect(screen.getByRole('region').textContent).not.toContain('article');
  const video = screen.getByTitle<HTMLIFrameElement>('Video: Why we keep the lights on');
  expect(video.contentDocument?.querySelector('a')?.href).toBe(embed);
});

test('embeds nothing for other articles', () => {
  const { container } = showArticle({ url_video: 'https://www.youtube-nocookie.com/embed/abc' });
  expect(container.querySelector('iframe')).toBeNull();
});

test('when the API has failed, it says so and links back to the blog', () => {
  show({ body: null, failure: { status: 503 } });
  pass(60_000);
  expect(assign).not.toHaveBeenCalled();
  expect(screen.getByText('This article can’t be loaded just now. Please try again in a moment.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to the blog' }).getAttribute('href')).toBe('/en/blog');
});

test.each(['https://news.example/a?b=c#d', 'http://news.example', 'HTTPS://news.example/'])('%s is safe', (link) => {
  expect(safeLink(link)).toBe(link);
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,hello',
  'file:///etc/passwd',
  '//news.example',
  '/fr/blog',
  'news.example',
  '',
  null,
])('%j is not safe', (link) => {
  expect(safeLink(link)).toBeNull();
});

import { expect, test } from '@rstest/core';
import type { Language, NewsItem } from '@site/shared';
import { screen, within } from '@testing-library/react';
import { renderInSite } from '../../testing/renderInSite.ts';
import { newsItem } from '../../testing/samples.ts';
import { ListPage, type ListPageData } from './ListPage.tsx';

const embed = 'https://www.youtube-nocookie.com/embed/abc';

function showList(data: ListPageData, language: Language = 'en') {
  const props = { language, params: {}, query: new URLSearchParams(), result: undefined };
  return renderInSite(<ListPage {...props} data={data} />, language);
}

const showNews = (...news: NewsItem[]) => showList({ body: news, failure: null });

test('a row shows source, date and title', () => {
  showNews(newsItem({ publication_date: '2024-06-18T09:30:00Z' }));
  const row = within(screen.getByRole('article'));
  expect(row.getByText('Studio notes')).toBeTruthy();
  expect(row.getByText('2024-06-18').tagName).toBe('TIME');
  expect(row.getByRole('heading', { level: 2 }).textContent).toBe('Why we keep the lights on');
});

test('the link of a row opens the redirect page in a new tab and names the article', () => {
  showNews(newsItem());
  const link = screen.getByRole('link', { name: /^Read more of “Why we keep the lights on”/ });
  expect(link.getAttribute('href')).toBe('/en/blog/lights-on');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('a title in another language says so', () => {
  showNews(newsItem({ language: 'pt-BR' }));
  expect(screen.getByRole('heading', { level: 2 }).lang).toBe('pt-BR');
});

test('words of others begin where their script does, also in a list of another direction', () => {
  const title = 'شركة جديدة (HTML 5.3) تفتح مكتبها!';
  showNews(newsItem({ language: 'ar', title, source: 'أخبار (HTML 5.3)' }));
  expect(screen.getByRole('heading', { level: 2 }).dir).toBe('auto');
  expect(screen.getByText('أخبار (HTML 5.3)').tagName).toBe('BDI');
});

test('an article without a date shows none', () => {
  const { container } = showNews(newsItem({ publication_date: '' }));
  expect(screen.getByRole('article')).toBeTruthy();
  expect(container.querySelector('time')).toBeNull();
});

test('rows keep the order of the API', () => {
  showNews(newsItem({ uid: 'b', title: 'Newer' }), newsItem({ uid: 'a', title: 'Older' }));
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual(['Newer', 'Older']);
});

test('a youtube item shows its video, and says before the click who receives what', async () => {
  showNews(newsItem({ type: 'youtube', url_video: embed }));
  const video = await screen.findByTitle<HTMLIFrameElement>('Video: Why we keep the lights on');
  expect(video.contentDocument?.querySelector('a')?.href).toBe(embed);
  expect(screen.getByText(/Google receives your IP address and may set cookies/)).toBeTruthy();
});

test('other items and youtube items without an address show no video', () => {
  const { container } = showNews(
    newsItem({ uid: 'a', url_video: embed }),
    newsItem({ uid: 'b', type: 'youtube', url_video: null }),
  );
  expect(container.querySelector('iframe')).toBeNull();
});

test('shows an empty rack and a friendly message when there is no news yet', () => {
  showList({ body: [], failure: null }, 'fr');
  const message = screen.getByText(/pas encore d’article/);
  expect(message.parentElement?.querySelector('img')?.alt).toBe('');
});

test('shows only its header when the API has failed', () => {
  showList({ body: null, failure: { status: 500 } });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Web, hosting and e-\u2060mail news');
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.queryByText(/no articles yet/)).toBeNull();
});

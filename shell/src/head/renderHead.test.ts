import { expect, test } from '@rstest/core';
import { renderHead } from './renderHead.ts';
import { meta } from './tags.ts';

const hostile = '</title></script><script>alert(1)</script><!-- "&\'';

/** Parses the head like a browser. */
function read(html: string): Document {
  return new DOMParser().parseFromString(`<html><head>${html}</head></html>`, 'text/html');
}

test('a hostile title stays text in the title, in tags and in structured data', () => {
  const tags = [meta('description', hostile)];
  const { head } = read(renderHead({ title: hostile, name: hostile, tags }, { headline: hostile }));
  expect(head.querySelectorAll('script')).toHaveLength(1);
  expect(JSON.parse(head.querySelector('script')?.textContent ?? '')).toEqual({ headline: hostile });
  expect(head.querySelector('title')?.textContent).toBe(hostile);
  expect(head.querySelector('meta')?.getAttribute('content')).toBe(hostile);
});

test('search engines get the words of a page undivided', () => {
  const { head } = read(renderHead({ title: 'Title', name: 'Title', tags: [] }, { headline: 'Deliver\u00ADability' }));
  expect(JSON.parse(head.querySelector('script')?.textContent ?? '')).toEqual({ headline: 'Deliverability' });
});

test('without structured data there is no script', () => {
  expect(renderHead({ title: 'Title', name: 'Title', tags: [] })).toBe('<title>Title</title>');
});

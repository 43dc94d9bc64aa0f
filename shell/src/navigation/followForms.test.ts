import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { readPageUrl } from '@site/shared/routes/path.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import { followForms } from './followForms.ts';

const history = { push: rs.fn(), replace: rs.fn() };
let stop: () => void;

beforeEach(() => {
  rs.clearAllMocks();
  window.history.replaceState({}, '', '/en/blog');
  stop = followForms(history, { read: (address) => readPageUrl(specifiedRoutes, address) });
});

afterEach(() => stop());

/** Submits a form with two fields; returns whether the browser would send it. */
function submit(attributes: string, button = ''): boolean {
  document.body.innerHTML = `<form ${attributes}><input name="q" value="a b&amp;c"><input name="action" value=""><button ${button}>Find</button></form>`;
  const form = document.querySelector('form') as HTMLFormElement;
  const event = new SubmitEvent('submit', {
    bubbles: true,
    cancelable: true,
    submitter: document.querySelector('button'),
  });
  return form.dispatchEvent(event);
}

test('a form that asks for a page is followed in place, without its empty fields', () => {
  expect(submit('role="search" method="get" action="/en/pricing"')).toBe(false);
  expect(history.push).toHaveBeenCalledWith({ pathname: '/en/pricing', search: '?q=a+b%26c', hash: '' });
  expect(submit('')).toBe(false);
  expect(history.push).toHaveBeenLastCalledWith({ pathname: '/en/blog', search: '?q=a+b%26c', hash: '' });
});

test('the same search again adds no entry to the history', () => {
  window.history.replaceState({}, '', '/en/blog?q=a+b%26c');
  submit('');
  expect([history.push.mock.calls.length, history.replace.mock.calls.length]).toEqual([0, 1]);
});

test.each([
  ['posts', 'method="POST" action="/en/contact"', ''],
  ['closes a dialog', 'method="dialog"', ''],
  ['leads to another site', 'action="https://example.com/en/pricing"', ''],
  ['asks for no page', 'action="/sitemap.xml"', ''],
  ['opens a tab', 'target="_blank"', ''],
  ['has a button that posts', '', 'formmethod="post"'],
])('a form that %s is the browser’s', (_, attributes, button) => {
  expect(submit(attributes, button)).toBe(true);
  expect(history.push).not.toHaveBeenCalled();
});

test('a form that its page handles itself is left to the page', () => {
  const handle = (event: Event) => event.preventDefault();
  document.body.addEventListener('submit', handle);
  submit('');
  document.body.removeEventListener('submit', handle);
  expect(history.push).not.toHaveBeenCalled();
});

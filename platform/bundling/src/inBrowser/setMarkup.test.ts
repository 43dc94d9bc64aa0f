import { afterEach, expect, rs, test } from '@rstest/core';
import { setMarkup } from './setMarkup.ts';

/** An element with a sanitizer, which the simulated browser has none of. */
const elementOf = (localName: string) => ({ localName, innerHTML: 'old' as unknown, setHTML: rs.fn() });

afterEach(() => {
  rs.unstubAllGlobals();
});

test('elements and shadow roots get clean markup, in which styles and what leads elsewhere are left out', () => {
  for (const target of [elementOf('div'), { innerHTML: 'old', setHTML: rs.fn() }]) {
    expect(setMarkup(target, '<b>1</b>')).toBe('<b>1</b>');
    const sanitizer = {
      removeElements: ['base', 'link', 'meta', 'style'],
      removeAttributes: ['style'],
      comments: true,
    };
    expect(target.setHTML.mock.calls).toEqual([['<b>1</b>', { sanitizer }]]);
    expect(target.innerHTML).toBe('old');
  }
});

test.each([
  [null, ''],
  [undefined, 'undefined'],
  [1, '1'],
  [{ toString: () => '<i>2</i>' }, '<i>2</i>'],
])('%s is the text that the assignment makes of it', (value, text) => {
  const element = elementOf('div');
  expect(setMarkup(element, value)).toBe(value);
  expect(element.setHTML).toHaveBeenCalledWith(text, expect.anything());
});

test.each(['script', 'style'])('the text of a %s stays refused by the browser', (name) => {
  const element = elementOf(name);
  setMarkup(element, 'code');
  expect(element).toMatchObject({ innerHTML: 'code' });
  expect(element.setHTML).not.toHaveBeenCalled();
});

test('trusted markup is assigned, and so is any in a browser that cleans none', () => {
  const trusted = { toString: () => 'trusted' };
  rs.stubGlobal('trustedTypes', { isHTML: (value: unknown) => value === trusted });
  const element = elementOf('div');
  setMarkup(element, trusted);
  expect(element.innerHTML).toBe(trusted);
  const without = { localName: 'div', innerHTML: 'old' };
  setMarkup(without, 'new');
  expect(without.innerHTML).toBe('new');
});

import { afterEach, expect, test } from '@rstest/core';
import { elementOfHash } from './focus.ts';

afterEach(() => {
  document.body.replaceChildren();
});

function addPart(id: string): HTMLElement {
  const part = Object.assign(document.createElement('section'), { id });
  document.body.append(part);
  return part;
}

test.each([
  ['#hosting', 'hosting'],
  ['#caf%C3%A9', 'café'],
  ['#100%', '100%'],
])('%s leads to the element %s', (hash, id) => {
  const part = addPart(id);
  expect(elementOfHash(hash)).toBe(part);
});

test.each(['', '#', '#nowhere', '#%', '#%E0%A4%A'])('%j leads nowhere, without an error', (hash) => {
  addPart('hosting');
  expect(elementOfHash(hash)).toBeNull();
});

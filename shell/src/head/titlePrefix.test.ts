import { afterEach, expect, test } from '@rstest/core';
import { prefixTitle } from './titlePrefix.ts';

afterEach(() => {
  document.title = '';
});

test('a prefix stands before the title until it is taken away', () => {
  document.title = 'Contact | London';
  const takeAway = prefixTitle('Erreur\u00a0:');
  expect(document.title).toBe('Erreur\u00a0: Contact | London');
  takeAway();
  expect(document.title).toBe('Contact | London');
});

test('a prefix that the server has written is not repeated, and goes with the errors', () => {
  document.title = 'Error: Contact';
  const takeAway = prefixTitle('Error:');
  expect(document.title).toBe('Error: Contact');
  takeAway();
  expect(document.title).toBe('Contact');
});

test('a prefix that is taken away late leaves the title of the next page alone', () => {
  document.title = 'Contact';
  const takeAway = prefixTitle('Error:');
  document.title = 'Team';
  takeAway();
  expect(document.title).toBe('Team');
});

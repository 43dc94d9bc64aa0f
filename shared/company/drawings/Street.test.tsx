import { expect, test } from '@rstest/core';
import { render } from '@testing-library/react';
import { Street } from './Street.tsx';

test('the street animates only once: unmounting it ends the first visit', () => {
  const { dataset } = document.documentElement;
  dataset.firstVisit = '';
  const { unmount } = render(<Street animateOnFirstVisit />);
  expect(dataset.firstVisit).toBe('');
  unmount();
  expect(dataset.firstVisit).toBeUndefined();
});

test('a street without animation does not end the first visit', () => {
  const { dataset } = document.documentElement;
  dataset.firstVisit = '';
  render(<Street />).unmount();
  expect(dataset.firstVisit).toBe('');
  delete dataset.firstVisit;
});

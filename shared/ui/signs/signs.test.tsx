import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { WordPlaque } from './signs.tsx';

test('the sign is not a child of the heading, whose lines Firefox would otherwise break in the wrong places', () => {
  render(
    <h1>
      a better <WordPlaque city="London" word="place" />
    </h1>,
  );
  const heading = screen.getByRole('heading', { name: 'a better place' });
  const sign = screen.getByText('London').parentElement;
  expect(sign?.textContent).toBe('Londonplace');
  expect(sign?.parentElement).not.toBe(heading);
});

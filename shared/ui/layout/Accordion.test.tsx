import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Accordion } from './Accordion.tsx';

const items = [
  { id: 'first', question: 'Is it open?', answer: 'Yes' },
  { id: 'second', question: 'And this one?', answer: 'Not yet' },
];

const detailsOf = (question: string) => screen.getByText(question).closest('details');

test('the first answer is open, the others are closed', () => {
  render(<Accordion items={items} />);
  expect(detailsOf('Is it open?')?.open).toBe(true);
  expect(detailsOf('And this one?')?.open).toBe(false);
});

test('questions are headings inside summaries, which browsers open by mouse and keyboard', async () => {
  render(<Accordion items={items} />);
  const question = screen.getByRole('heading', { name: 'And this one?', level: 3 });
  expect(question.parentElement?.tagName).toBe('SUMMARY');
  await userEvent.click(question);
  expect(detailsOf('And this one?')?.open).toBe(true);
  expect(detailsOf('Is it open?')?.open).toBe(true);
});

test('an answer stays open when the page around it renders again', async () => {
  const { rerender } = render(<Accordion items={items} />);
  await userEvent.click(screen.getByText('And this one?'));
  rerender(<Accordion items={[...items]} />);
  expect(detailsOf('And this one?')?.open).toBe(true);
});

import { beforeEach, expect, test } from '@rstest/core';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { NavigationBar } from './NavigationBar.tsx';
import { renderInSite } from './testing/renderInSite.ts';

beforeEach(() => {
  renderInSite(
    <>
      <NavigationBar page="home" language="en" />
      <a href="/elsewhere">Behind the menu</a>
    </>,
  );
});

function menu(): HTMLDetailsElement {
  const details = document.querySelector('details');
  if (!details) throw new Error('There is no menu.');
  return details;
}

function button(): HTMLElement {
  const summary = menu().querySelector('summary');
  if (!summary) throw new Error('The menu has no button.');
  return summary;
}

test('its button opens and closes it', async () => {
  expect(menu().open).toBe(false);
  await userEvent.click(button());
  expect(menu().open).toBe(true);
  await userEvent.click(button());
  expect(menu().open).toBe(false);
});

test('its button says what it does', () => {
  expect(button().textContent).toBe('Open menuClose menu');
});

test('Escape closes it and gives the focus back to its button', async () => {
  await userEvent.click(button());
  menu().querySelector('a')?.focus();
  await userEvent.keyboard('{Escape}');
  expect(menu().open).toBe(false);
  expect(document.activeElement).toBe(button());
});

test('Escape leaves the focus alone while it is closed', async () => {
  const link = screen.getByText('Behind the menu');
  link.focus();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(link);
});

test('a navigation closes it', async () => {
  await userEvent.click(button());
  const link = menu().querySelector('a');
  if (!link) throw new Error('The menu has no link.');
  await userEvent.click(link);
  expect(menu().open).toBe(false);
});

test('it closes when the focus goes on to the page that it hides, not within the bar', async () => {
  await userEvent.click(button());
  fireEvent.focusIn(screen.getByRole('link', { name: /home page/ }));
  expect(menu().open).toBe(true);
  fireEvent.focusIn(screen.getByText('Behind the menu'));
  expect(menu().open).toBe(false);
});

import { beforeEach, expect, test } from '@rstest/core';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { NavigationBar } from './NavigationBar.tsx';
import { renderInSite } from './testing/renderInSite.tsx';

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

test('the button opens and closes the menu', async () => {
  expect(menu().open).toBe(false);
  await userEvent.click(button());
  expect(menu().open).toBe(true);
  await userEvent.click(button());
  expect(menu().open).toBe(false);
});

test('the button says what it does', () => {
  expect(button().textContent).toBe('Open menuClose menu');
});

test('Escape closes the menu and returns the focus to its button', async () => {
  await userEvent.click(button());
  menu().querySelector('a')?.focus();
  await userEvent.keyboard('{Escape}');
  expect(menu().open).toBe(false);
  expect(document.activeElement).toBe(button());
});

test('Escape does not move the focus while the menu is closed', async () => {
  const link = screen.getByText('Behind the menu');
  link.focus();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(link);
});

test('navigating closes the menu', async () => {
  await userEvent.click(button());
  const link = menu().querySelector('a');
  if (!link) throw new Error('The menu has no link.');
  await userEvent.click(link);
  expect(menu().open).toBe(false);
});

test('the menu closes when the focus moves to the page behind it, but not within the bar', async () => {
  await userEvent.click(button());
  fireEvent.focusIn(screen.getByRole('link', { name: /home page/ }));
  expect(menu().open).toBe(true);
  fireEvent.focusIn(screen.getByText('Behind the menu'));
  expect(menu().open).toBe(false);
});

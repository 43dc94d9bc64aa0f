import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { GoToTop } from './GoToTop.tsx';
import { renderInSite } from './testing/renderInSite.tsx';

beforeEach(() => {
  scrollTo(0);
  renderInSite(
    <>
      <header id="top" tabIndex={-1} />
      <GoToTop />
    </>,
  );
});

afterEach(() => {
  rs.restoreAllMocks();
  Reflect.deleteProperty(window, 'scrollY');
});

const button = () => screen.getByRole('button', { name: 'Go to top' });

function scrollTo(top: number) {
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });
}

test('the button is hidden at the top of the page, and shown below', () => {
  expect(button().dataset.shown).toBe('false');
  scrollTo(1);
  expect(button().dataset.shown).toBe('true');
  scrollTo(0);
  expect(button().dataset.shown).toBe('false');
});

test('the button scrolls to the top and moves the focus there', async () => {
  const scroll = rs.spyOn(window, 'scrollTo').mockImplementation(() => {});
  scrollTo(800);
  await userEvent.click(button());
  expect(scroll).toHaveBeenCalledWith({ top: 0 });
  expect(document.activeElement?.id).toBe('top');
});

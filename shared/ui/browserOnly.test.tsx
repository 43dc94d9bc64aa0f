import { afterEach, expect, rs, test } from '@rstest/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { browserOnly } from './browserOnly.tsx';

afterEach(cleanup);

const Plan = ({ city }: { readonly city: string }) => <p>Map of {city}</p>;
const fallback = <p>The map needs scripts</p>;

test('its fallback is shown until the component is loaded, once for all', async () => {
  const loaded = Promise.withResolvers<{ default: typeof Plan }>();
  const load = rs.fn(() => loaded.promise);
  const CityMap = browserOnly(load, { fallback });
  expect(load).not.toHaveBeenCalled();
  render(<CityMap city="London" />);
  expect(screen.getByText('The map needs scripts')).toBeTruthy();
  await act(async () => loaded.resolve({ default: Plan }));
  expect(screen.getByText('Map of London')).toBeTruthy();
  cleanup();
  render(<CityMap city="Béthune" />);
  expect(screen.getByText('Map of Béthune'), 'at once').toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test('when it can’t be loaded, the fallback stays, the console says why, and the next visit tries again', async () => {
  const report = rs.spyOn(console, 'error').mockImplementation(() => {});
  const failure = new Error('offline');
  const load = rs.fn(async () => ({ default: Plan })).mockRejectedValueOnce(failure);
  const CityMap = browserOnly(load, { fallback });
  await act(async () => render(<CityMap city="London" />));
  expect(screen.getByText('The map needs scripts')).toBeTruthy();
  expect(report).toHaveBeenCalledWith(expect.stringContaining('SITE-PAGE'), failure);
  cleanup();
  await act(async () => render(<CityMap city="London" />));
  expect(screen.getByText('Map of London')).toBeTruthy();
  report.mockRestore();
});

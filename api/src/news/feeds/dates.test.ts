import { expect, test } from '@rstest/core';
import { dayOf } from './dates.ts';

test.each([
  // RFC 3339, and W3C's note on dates and times
  ['2024-05-03T10:00:00Z', '2024-05-03'],
  ['2024-05-03t23:30:00.123-05:00', '2024-05-03'],
  ['2024-05-03 10:00', '2024-05-03'],
  ['2024-05-03', '2024-05-03'],
  ['2024-05', '2024-05-01'],
  ['2024', '2024-01-01'],
  ['20240503T100000Z', '2024-05-03'],
  // RFC 822 and 2822
  ['Fri, 24 Nov 2023 10:00:00 GMT', '2023-11-24'],
  ['Fri,24 Nov 2023 10:00:00 GMT', '2023-11-24'],
  ['24 Nov 2023', '2023-11-24'],
  ['Fri 24 Nov 2023 10:00 EST', '2023-11-24'],
  ['Fri, 24\r\n Nov\t2023 10:00:00 +0000', '2023-11-24'],
  ['fri, 4 november 2023', '2023-11-04'],
  ['Fri, 24-Nov-2023 10:00:00 GMT', '2023-11-24'],
  ['Fri (Friday), 24 (day) Nov(ember (the 11\\)th)) 2023 10:00:00 +0000 (UTC)', '2023-11-24'],
  ['Fri, 31 Dec 99 23:59:59 GMT', '1999-12-31'],
  ['Sat, 01 Jan 50 00:00:00 GMT', '1950-01-01'],
  ['31 Dec 49', '2049-12-31'],
  ['31 Dec 103', '2003-12-31'],
  // Neither, but clear
  ['Fri Nov 24 10:00:00 2023', '2023-11-24'],
  ['Fri Nov  4 10:00:00 UTC 2023', '2023-11-04'],
  ['November 24, 2023', '2023-11-24'],
  // Refused later: they don't exist
  ['Sat, 30 Feb 2030 10:00:00 GMT', '2030-02-30'],
  ['2024-13', '2024-13-01'],
])('%j is on %s', (timestamp, day) => {
  expect(dayOf(timestamp)).toBe(day);
});

test.each([
  '',
  'soon',
  '7',
  '-0001-11-30T00:00:00',
  '24/11/2023',
  '24 Brumaire 2023',
  '1700000000',
  '202405',
  '((2024',
])('%j is no date', (timestamp) => {
  expect(dayOf(timestamp)).toBeUndefined();
});

test('comments without end are no date, and take no time', () => {
  expect(dayOf(`${'('.repeat(1e6)}${')'.repeat(1e6)} 24 Nov 2023`)).toBeUndefined();
});

import { expect, test } from '@rstest/core';
import { Jobs } from './Jobs.ts';

const places = 32;

function jobsOf(counts: Readonly<Record<string, number>>): Jobs {
  const jobs = new Jobs();
  for (const [address, count] of Object.entries(counts))
    for (let number = 0; number < count; number += 1) jobs.add({ visitor: { address }, pageKey: '' });
  return jobs;
}

test('a greedy visitor leaves half of the places to others', () => {
  const address = '203.0.113.1';
  expect(jobsOf({ [address]: 15 }).hasShare({ address }, places)).toBe(false);
  expect(jobsOf({ [address]: 16 }).hasShare({ address }, places)).toBe(true);
  expect(jobsOf({ [address]: 16 }).hasShare({ address: '203.0.113.2' }, places)).toBe(false);
});

test('several greedy visitors still leave a place for the next one', () => {
  const greedy = { '203.0.113.1': 10, '203.0.113.2': 10, '203.0.113.3': 10 };
  for (const address of Object.keys(greedy)) expect(jobsOf(greedy).hasShare({ address }, places)).toBe(true);
  expect(jobsOf(greedy).hasShare({ address: '203.0.113.4' }, places)).toBe(false);
});

test('many IPv6 addresses of one customer count as one visitor', () => {
  const counts = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`2001:db8:0:${index + 1}::1`, 1]));
  expect(jobsOf(counts).hasShare({ address: '2001:db8:0:ff::1' }, places)).toBe(true);
  expect(jobsOf(counts).hasShare({ address: '2001:db8:1:1::1' }, places)).toBe(false);
});

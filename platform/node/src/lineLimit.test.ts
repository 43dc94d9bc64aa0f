import { expect, rs, test } from '@rstest/core';
import { limitLines } from './lineLimit.ts';

const line = (level: number, number: number) => `{"level":${level},"time":1,"msg":"${number}"}\n`;

test('a flood of log lines is limited, and the log says how many are left out, of each level', () => {
  rs.useFakeTimers();
  const written: string[] = [];
  const write = limitLines((text) => void written.push(text), { lines: 2, time: 10_000 });
  for (let number = 0; number < 100; number += 1) write(line(30, number));
  write(line(50, 0));
  expect(written).toEqual([line(30, 0), line(30, 1), line(50, 0)]);
  rs.advanceTimersByTime(10_000);
  expect(written).toHaveLength(4);
  expect(JSON.parse(written[3] ?? '')).toMatchObject({ level: 30, msg: expect.stringMatching(/^SITE-LOG 98 more/) });
  write(line(30, 100));
  rs.advanceTimersByTime(10_000);
  expect(written.slice(4)).toEqual([line(30, 100)]);
});

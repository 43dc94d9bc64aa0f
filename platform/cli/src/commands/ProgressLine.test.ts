import { expect, test } from '@rstest/core';
import { ProgressLine } from './ProgressLine.ts';

function written(isTTY: boolean) {
  let text = '';
  const write = (part: string | Uint8Array) => {
    text += String(part);
    return true;
  };
  return { line: new ProgressLine({ write, isTTY, columns: 60 }), text: () => text };
}

const second = 1_000;

test('in a log, a rollout of twenty minutes is a line a minute and one for each share, not one for each view', () => {
  const { line, text } = written(false);
  for (let at = 0; at < 1_200; at += 1) line.show(`${at} views`, at < 630 ? '10 %' : '50 %', at * second);
  line.end();
  const lines = text().trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual(['… 0 views', '… 60 views']);
  expect(lines).toContain('… 630 views');
  expect(lines.length).toBeLessThan(25);
});

test('in a terminal it is one line that changes, and stays whole in a narrow window', () => {
  const { line, text } = written(true);
  for (let at = 0; at < 100; at += 1) line.show(`${at} views ${'x'.repeat(100)}`, '10 %', at * second);
  line.end();
  expect(text().match(/\n/g)).toHaveLength(1);
  expect(text().split('\r\u001b[K').at(-1)?.trimEnd().length).toBeLessThan(60);
});

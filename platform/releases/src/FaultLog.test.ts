import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { FaultLog } from './FaultLog.ts';

const blog = { app: 'blog', version: 'version-1' };
const now = () => new Date().toISOString();
const reported = { ...blog, code: 'BROWSER-FAILED', message: 'reported' };

test('faults from browsers and servers are kept separately: a page that works on the server doesn’t clear a browser’s report', async () => {
  const faults = new FaultLog(await newFolder());
  const seen = { ...blog, module: './list', code: 'RENDER-THREW', message: 'seen', at: now() };
  const report = { ...reported, at: now() };
  await faults.write(seen);
  await faults.write(report);
  expect(await faults.of('blog', 'version-1')).toEqual(expect.arrayContaining([seen, report]));
  await faults.remove(seen);
  await faults.remove(blog);
  expect(await faults.of('blog', 'version-1')).toEqual([report]);
});

test('faults from browsers expire', async () => {
  const faults = new FaultLog(await newFolder());
  await faults.write({ ...reported, at: '2026-01-01T00:00:00Z' });
  expect(await faults.of('blog', 'version-1')).toEqual([]);
});

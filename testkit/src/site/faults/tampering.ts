import { expect, type Frame, type Page } from '@playwright/test';

/** A script or style sheet that was changed on its way: it leaves a trace, should it ever run or apply. */
export function tamperedWith(path: string, content: Buffer): Buffer {
  const trace = path.endsWith('.css') ? '\nhtml { --tampered: 1; }' : '\n;globalThis.tampered = true;';
  return Buffer.concat([content, Buffer.from(trace)]);
}

/** Nothing ran and nothing was applied that differs from what was released. */
export async function expectUntampered(page: Page | Frame): Promise<void> {
  const traces = await page.evaluate(() => ({
    script: Reflect.get(globalThis, 'tampered'),
    style: getComputedStyle(document.documentElement).getPropertyValue('--tampered'),
  }));
  expect(traces).toEqual({ script: undefined, style: '' });
}

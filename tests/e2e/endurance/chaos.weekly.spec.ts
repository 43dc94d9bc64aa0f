import { findPromtool } from '@site/testkit/promtool.ts';
import { expect, test } from '../support/serverTest.ts';
import { runChaos } from './chaos/chaosRun.ts';
import { disturbances } from './chaos/disturbances.ts';

// Never retried: one page that went dark is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

/** The faults that no other test covers under load. `npm run bench -- chaos` runs all of them. */
const brief = [
  'shell that throws in its footer',
  'API answers endlessly',
  'SQLite database moved away',
  'PostgreSQL hangs',
  'renderers killed',
  'disk full',
  'clock jumps an hour',
];

for (const disturbance of disturbances.filter(({ name }) => brief.includes(name))) {
  test(`visitors lose no page or message, the operator is alerted, and the site recovers: ${disturbance.name}`, async () => {
    // biome-ignore lint/suspicious/noSkippedTests: not every machine can cause every fault
    test.skip(disturbance.cannot !== undefined, disturbance.cannot);
    const promtool = await findPromtool();
    const { failed, wrong, alerts, messages, recovered, requests } = await runChaos(disturbance, {
      readers: 2,
      duration: 4_000,
      promtool,
    });
    expect(failed).toEqual([]);
    expect(wrong).toEqual([]);
    expect(messages).toBeGreaterThan(3);
    if (alerts && disturbance.alert) expect(alerts).toContain(disturbance.alert);
    expect(recovered).toBeLessThan(Number.POSITIVE_INFINITY);
    expect(requests).toBeGreaterThan(10);
  });
}

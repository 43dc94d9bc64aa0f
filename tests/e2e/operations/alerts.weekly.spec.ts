import { expect, test } from '@playwright/test';
import { findBlackbox } from '@site/testkit/blackbox.ts';
import { SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import type { WatchedMachine } from '@site/testkit/deploy/WatchedMachine.ts';
import { findNginx } from '@site/testkit/nginx.ts';
import { findPrometheus } from '@site/testkit/promtool.ts';
import { type Fault, rounds } from './alertFaults.ts';
import { startWatchedSite } from './watchedSite.ts';

test.describe.configure({ mode: 'default' });

let machine: SystemdMachine;
let watch: WatchedMachine;

test.beforeAll(async () => {
  // The packages may have to be downloaded.
  test.setTimeout(900_000);
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  const [nginx, prometheus, blackbox] = [await findNginx(), await findPrometheus(), await findBlackbox()];
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, they are optional
  test.skip(
    !(nginx && prometheus && blackbox) && !process.env.CI,
    'Needs nginx, Prometheus and its blackbox exporter.',
  );
  if (!(nginx && prometheus && blackbox)) throw new Error('There is no nginx, no Prometheus, or no blackbox exporter.');
  ({ machine, watch } = await startWatchedSite(nginx, { prometheus, blackbox }));
  await expect.poll(() => watch.active(), { timeout: 60_000 }).toEqual([]);
});

test.afterAll(() => machine?.stop());

const patience = { timeout: 180_000, intervals: [1_000] };

/** Causes a fault until its alerts fire, then ends it, and waits until they are gone. */
async function happen({ alerts, cause, cure }: Fault): Promise<void> {
  const since = Date.now() / 1000;
  await machine.run(cause);
  const firing = async () => (await watch.firings(since)).map(({ alert }) => alert);
  await expect.poll(firing, patience).toEqual(expect.arrayContaining([...alerts]));
  await machine.run(cure);
  const left = async () => (await watch.active()).filter((alert) => alerts.includes(alert));
  await expect.poll(left, patience).toEqual([]);
}

for (const faults of rounds) {
  const names = faults.map(({ name }) => name).join('; ');
  test(`each alert fires once and is gone once, and no other fires: ${names}`, async () => {
    test.setTimeout(400_000);
    const since = Date.now() / 1000;
    await Promise.all(faults.map(happen));
    await expect.poll(() => watch.active(), patience).toEqual([]);
    const fired = (await watch.firings(since)).map(({ alert }) => alert).toSorted();
    expect(fired).toEqual(faults.flatMap(({ alerts }) => alerts).toSorted());
  });
}

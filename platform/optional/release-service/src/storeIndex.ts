import { FaultLog } from '@site/releases/FaultLog.ts';
import { storePath } from '@site/releases/names.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import type { StoreIndex } from '@site/releases/store/ServiceStore.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import type { ServiceOptions } from './ServiceOptions.ts';

/** What a store has, and what servers report of it. */
export async function storeIndex({
  store,
  reports,
  trust,
  policy,
}: Pick<ServiceOptions, 'store' | 'reports' | 'trust' | 'policy'>): Promise<StoreIndex> {
  const faults = new FaultLog(reports);
  const names = await store.apps();
  const apps = names.map(async (app) => {
    const versions = (await store.versions(app)).map(async (stored) => ({
      ...stored,
      faults: await faults.of(app, stored.version),
    }));
    return [app, await Promise.all(versions)] as const;
  });
  const signed = [...names, storePath.policy];
  const pointers = signed.map(async (app) => {
    const fault = await faults.ofPointer(app);
    return fault ? [[app, fault] as const] : [];
  });
  const accepted = signed.map(async (app) => {
    const signature = await faults.acceptedPointer(app);
    return signature === undefined ? [] : [[app, signature] as const];
  });
  const rollouts = names.map(async (app) => {
    const { candidate } = (await store.read(pointerOf(app)).catch(() => undefined)) ?? {};
    return candidate ? [[app, await new RolloutLog(reports).of(app, candidate)] as const] : [];
  });
  return {
    audience: trust.site,
    keys: trust.keys,
    policy: (await store.read(routePolicy)) ?? policy,
    rollouts: Object.fromEntries((await Promise.all(rollouts)).flat()),
    apps: Object.fromEntries(await Promise.all(apps)),
    pointers: Object.fromEntries((await Promise.all(pointers)).flat()),
    accepted: Object.fromEntries((await Promise.all(accepted)).flat()),
    site: await readRunningSite(reports),
  };
}

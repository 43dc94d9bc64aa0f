import { markOf } from '@site/testkit/releases/variant.ts';
import type { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect } from '../support/serverTest.ts';
import { Visitors } from './Visitors.ts';

/**
 * Asserts that a changed release of a remote goes live on a running site and back again, without a failed request.
 *
 * @param app the remote
 * @param path of one of its pages
 */
export async function goesLiveAndBack(
  store: ReleaseStore,
  site: Pick<RunningSite, 'origin'>,
  { app, path }: { readonly app: string; readonly path: string },
): Promise<void> {
  const folder = await store.buildVariant(app, 'variant-1');
  const old = await store.live(app);
  const visitors = new Visitors(site, path);
  await visitors.until(old);

  const published = await store.run(['publish', app, '--folder', folder, '--promote']);
  expect(published).toMatchObject({ code: 0, stdout: expect.stringContaining(`${app}@variant-1 is live: `) });
  expect(published.stdout).toContain('The pages were not hydrated: --no-browser. Errors in effects, ');
  await visitors.until(markOf('variant-1'));

  const back = await store.run(['rollback', app]);
  expect(back).toMatchObject({ code: 0, stdout: expect.stringMatching(`^${app}@${old} is live again: http`) });
  await visitors.until(`/assets/${app}/${old}/`);

  await visitors.leave();
  expect([...visitors.statuses]).toEqual([200]);
}

import {
  hasVersionBefore,
  provideVersionBefore,
  siteBefore,
  versionBefore,
} from '@site/testkit/deploy/versionBefore.ts';
import { ask } from '@site/testkit/site/http.ts';
import { Team } from '@site/testkit/site/Team.ts';
import { expect, test } from './teamTest.ts';

test('a repository that a team made with 1.2.0 is checked, tested and published with the packages of this version', async ({
  store,
  startOwnSite,
}) => {
  // biome-ignore lint/suspicious/noSkippedTests: that version is only in git
  test.skip(!(await hasVersionBefore()), `Needs the history of git back to ${versionBefore.version}.`);
  // Most of the time is npm's.
  test.setTimeout(15 * 60_000);
  await provideVersionBefore();
  const team = await Team.found('events');
  await team.pack();
  await siteBefore('new-remote', 'events', '--standalone', team.repository, '--packages', team.packages);

  await team.run('npm', 'run', 'check');
  expect(await team.run('npm', 'test')).toContain('Tests 3 passed');
  await team.run('npm', 'run', 'build');

  const site = await startOwnSite({ releases: store.folder, environment: await team.admitTo(store.folder) });
  expect(await team.release(site.origin, 'publish', '--promote')).toContain('is live');
  await expect.poll(async () => (await ask(site, '/en/events')).status).toBe(200);
  await team.leave();
});

import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { type SiteServer, startSite } from '@site/testkit/site/servers.ts';
import type { Team } from '@site/testkit/site/Team.ts';
import { test as browserTest, expect } from '../support/test.ts';
import { type EventsApi, startEventsApi } from './eventsApi.ts';
import { eventsToken, grantEvents, grantOf, type ReleasedEvents, releasedEvents } from './releasedEvents.ts';

/** A site with the events of a team. */
interface EventsSite extends SiteServer {
  readonly api: EventsApi;
  readonly store: ReleaseStore;
  readonly released: ReleasedEvents;
  /** The owner lets remotes use these APIs; by default, the events use theirs. */
  readonly grant: (grants?: Readonly<Record<string, object>>) => Promise<void>;
}

interface EventsFixtures {
  readonly events: EventsSite;
  /** The team, with a clone of its repository that the test may change. */
  readonly team: Team;
}

/** A test of a remote with everything that a team may use. The tests of a worker share a site, whose API works when each begins. */
export const test = browserTest.extend<EventsFixtures, { shownEvents: EventsSite }>({
  shownEvents: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const released = await releasedEvents();
      const [store, api] = await Promise.all([ReleaseStore.create(released.store), startEventsApi(eventsToken)]);
      const grant = (grants: Readonly<Record<string, object>> = { events: grantOf(api) }) =>
        grantEvents(store, released.keys, grants);
      await grant();
      const environment = {
        ...released.keys,
        REMOTE_API_EVENTS: eventsToken,
        TRUST_PROXY: '127.0.0.1',
        LOG_LEVEL: 'info',
      };
      const site = await startSite({ releases: store.folder, environment });
      await use({ ...site, api, store, released, grant });
      await site.stop();
      api.stop();
      await store.remove();
    },
    // The first test of a run publishes the remote: npm downloads packages.
    { scope: 'worker', timeout: 15 * 60_000 },
  ],
  events: async ({ shownEvents }, use) => {
    const { api } = shownEvents;
    api.asked.length = 0;
    api.signups.clear();
    await use(shownEvents);
    expect(api.leaks.splice(0), 'what the API learned of visitors').toEqual([]);
    if (api.mood !== 'works') await recovered(shownEvents);
  },
  team: async ({ shownEvents: { released } }, use) => {
    const team = await released.team.clone();
    await use(team);
    await team.leave();
  },
  baseURL: ({ events }, use) => use(events.origin),
});

/** Lets the API work again, and waits until the site asks it again. */
async function recovered({ origin, api }: EventsSite): Promise<void> {
  api.mood = 'works';
  const answers = async () => {
    const [unknown, found] = await Promise.all([
      fetch(`${origin}/en/events/nothing`),
      fetch(`${origin}/en/events/find?q=mail`),
    ]);
    return [unknown.status, (await found.text()).includes('A talk about &lt;mail&gt;')];
  };
  await expect.poll(answers, { timeout: 60_000, intervals: [1_000] }).toEqual([404, true]);
}

export { expect };

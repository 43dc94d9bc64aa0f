import { cp, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { firstTeam } from '@site/testkit/site/firstTeam.ts';
import { madeOnce } from '@site/testkit/site/madeOnce.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { startSite } from '@site/testkit/site/servers.ts';
import { Team } from '@site/testkit/site/Team.ts';
import sharp from 'sharp';
import { type EventsApi, startEventsApi } from './eventsApi.ts';

/** The value of the token that the policy names. */
export const eventsToken = 'a-token';

/** Packages as a team installs them today. */
const packages = [
  ...['date-fns@4', 'react-day-picker@9', 'zod@4', '@tanstack/react-query@5', 'radix-ui@1', 'zustand@5'],
  ...['leaflet@1.9.4', '@types/leaflet@1', '@fontsource/lobster@5'],
];
const toBuild = { '@tailwindcss/postcss': '^4.0.0', 'postcss-loader': '^8.0.0', tailwindcss: '^4.0.0' };

/** A team's remote that uses everything that a team may use, as published: its repository, and a store in which it is live. */
export interface ReleasedEvents {
  readonly team: Team;
  /** The folder of the store. */
  readonly store: string;
  /** Settings of a site on it. */
  readonly keys: { readonly TRUSTED_KEYS: string; readonly RELEASE_SERVICE: string };
  readonly said: Said;
}

/** What the team's commands said. */
interface Said {
  /** `site publish` before the owner had granted the API. */
  readonly refused: string;
  readonly tried: string;
  readonly published: string;
}

/** Publishes the remote when a test of the run first needs it. */
export async function releasedEvents(): Promise<ReleasedEvents> {
  const folder = await madeOnce('events', publishEvents);
  const read = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8'));
  return {
    team: new Team('events', folder),
    store: join(folder, 'store'),
    keys: await read('keys.json'),
    said: await read('said.json'),
  };
}

async function publishEvents(folder: string): Promise<void> {
  const team = await (await firstTeam()).clone(folder);
  await writeSources(team);
  const [store, api] = await Promise.all([ReleaseStore.create(), startEventsApi(eventsToken)]);
  const keys = await team.admitTo(store.folder);
  const environment = { ...keys, REMOTE_API_EVENTS: eventsToken };
  const site = await startSite({ releases: store.folder, environment });
  try {
    await team.site('check', 'styles');
    await team.site('test');
    const refused = await team.attempt(site.origin, 'publish', '--promote');
    await grantEvents(store, keys, { events: grantOf(api) });
    const tried = await team.release(site.origin, 'try');
    const published = await team.release(site.origin, 'publish', '--promote');
    await cp(store.folder, join(folder, 'store'), { recursive: true });
    await writeFile(join(folder, 'keys.json'), JSON.stringify(keys));
    await writeFile(join(folder, 'said.json'), JSON.stringify({ refused: refused.output, tried, published }));
  } finally {
    await site.stop();
    api.stop();
    await store.remove();
  }
}

/** Writes the sources into the repository, installs what they need, and commits everything. */
async function writeSources(team: Team): Promise<void> {
  await cp(join(import.meta.dirname, 'eventsRepository'), team.repository, { recursive: true });
  await team.write('src/pages/events/hall.jpg', await photograph('#a04020', 1600, 2400));
  await team.write('src/pages/venue/cellar.jpg', await photograph('#203040', 160, 240));
  await team.write('src/pages/plan/plan.png', await plan());
  const font = join(root, 'shared/company/fonts/bricolage-grotesque.woff2');
  await team.write('src/pages/venue/poster.woff2', await readFile(font));
  await team.change('package.json', (text) => {
    const { devDependencies, ...others } = JSON.parse(text);
    return JSON.stringify({ ...others, devDependencies: { ...devDependencies, ...toBuild } }, null, 2);
  });
  await team.run('npm', 'install', '--no-audit', ...packages);
  await team.run('git', 'add', '.');
  await team.run('git', 'commit', '--quiet', '--message', 'Fairs and talks');
}

/** A photograph on its side, with the place where it was taken. */
const photograph = (background: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** A hall with a stage. */
const plan = () =>
  sharp({ create: { width: 800, height: 400, channels: 3, background: '#e8e0d0' } })
    .composite([
      { input: Buffer.from('<svg width="240" height="120"><rect width="240" height="120" fill="#4a7c59"/></svg>') },
    ])
    .png()
    .toBuffer();

/** What the owner grants: to read the team's API, and to send forms there. */
export const grantOf = ({ address }: EventsApi) =>
  ({ remote: 'events', address, token: 'REMOTE_API_EVENTS', methods: ['GET', 'POST'] }) as const;

/** The owner changes which APIs remotes may use. */
export async function grantEvents(
  store: ReleaseStore,
  { TRUSTED_KEYS = '' }: Readonly<Record<string, string>>,
  grants: Readonly<Record<string, object>>,
): Promise<void> {
  const file = join(dirname(store.folder), 'policy.json');
  await writeFile(file, JSON.stringify({ ...defaultPolicy, grants }));
  const owner = { TRUSTED_KEYS, RELEASE_KEY: join(dirname(TRUSTED_KEYS), 'local.key') };
  const { code, stderr } = await store.run(['policy', file, '--yes'], owner);
  if (code !== 0) throw new Error(stderr);
}

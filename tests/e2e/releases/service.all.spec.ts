import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { outputOf, readyOrigin, siteProgram, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { expect, test } from '../support/serverTest.ts';

test('starting from an empty store, teams build a site with only an address and a key each', async ({
  startOwnSite,
}) => {
  const folder = await temporaryFolder('service');
  const settings = { RELEASES: join(folder, 'store'), TRUSTED_KEYS: join(folder, 'trusted.json') };
  await mkdir(settings.RELEASES);
  const teams = ['shell', 'contact'];
  const keys = await Promise.all(teams.map((team) => makeSigningKey(join(folder, `${team}.key`))));
  const trusted = teams.map((team, index) => {
    return [team, { public: keys[index]?.public, apps: [team], signs: ['releases', 'pointers'] }] as const;
  });
  await writeFile(settings.TRUSTED_KEYS, JSON.stringify(Object.fromEntries(trusted)));
  const run = (team: string, command: string, ...parameters: string[]) =>
    outputOf(siteProgram, [command, ...parameters, '--key', join(folder, `${team}.key`)], {
      DATA_DIR: join(folder, team),
    });
  const publish = (app: string, to: string) =>
    run(app, 'publish', app, '--to', to, '--folder', join(root, 'dist', app), '--no-browser', '--promote');

  // Without a shell, no site can start to receive it.
  const service = startProgram('platform/server/src/releaseService/main.ts', [], {
    ...settings,
    PORT: '0',
    DATA_DIR: join(folder, 'service'),
    LOG_LEVEL: 'warn',
  });
  const address = await readyOrigin(service);
  expect(await publish('shell', address)).toMatch(/shell@\S+ is live\./);
  expect(await stopProgram(service)).toBe(0);

  const site = await startOwnSite({ releases: settings.RELEASES, environment: { ...settings, RELEASE_SERVICE: 'on' } });
  const status = async () => (await ask(site, addresses.fr.contact)).status;
  expect(await status(), 'of a remote that nobody has released').toBe(404);
  const here = `${site.origin}/releases`;
  const published = await publish('contact', here);
  expect(published).toMatch(/contact@\S+ is live: /);
  // Root has no sandbox, without which the service opens nobody's page.
  if (process.getuid?.() === 0)
    expect(published).toMatch(/At the release service: The pages were not hydrated: .+ sandbox\. Errors in effects, /);
  await expect.poll(status).toBe(200);
  const listed = await run('contact', 'list', '--to', here);
  expect(listed).toMatch(/^contact\n {2}● \S+ {2}live .* healthy$/m);
  await expect(publish('shell', here.replace('/releases', '/elsewhere'))).rejects.toThrow('RELEASE-READ-ONLY');
  await rm(folder, { recursive: true, force: true });
});

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { tamper } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { outputOf, readyOrigin, siteProgram, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { startReceiver } from '@site/testkit/startReceiver.ts';
import { expect, test } from '../support/serverTest.ts';

/** It looks every ten seconds. */
const patience = { timeout: 60_000 };

const secret = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`;

test('of a release that is faulty the owner is told once, though two servers report it and the service restarts', async ({
  startOwnProcess,
}) => {
  const folder = await temporaryFolder('notices');
  const receiver = await startReceiver();
  const settings = {
    RELEASES: join(folder, 'store'),
    REPORTS: join(folder, 'reports'),
    TRUSTED_KEYS: join(folder, 'trusted.json'),
    NOTICES: `${receiver.origin}/hook,slack+${receiver.origin}/slack`,
    NOTICES_SECRET: secret,
    LOG_LEVEL: 'warn',
  };
  await mkdir(settings.RELEASES);
  const key = await makeSigningKey(join(folder, 'ada.key'));
  await writeFile(
    settings.TRUSTED_KEYS,
    JSON.stringify({ ada: { public: key.public, apps: ['*'], signs: ['releases', 'pointers'] } }),
  );
  const startService = () =>
    startProgram('platform/server/src/releaseService/main.ts', [], {
      ...settings,
      PORT: '0',
      DATA_DIR: join(folder, 'service'),
    });
  const run = (to: string, ...parameters: string[]) =>
    outputOf(siteProgram, [...parameters, '--to', to, '--key', join(folder, 'ada.key')], { DATA_DIR: folder });
  const publish = (to: string, app: string) =>
    run(to, 'publish', app, '--folder', join(root, 'dist', app), '--no-browser', '--promote');
  const told = () =>
    receiver.posts
      .filter(({ path }) => path === '/hook')
      .map(({ body }) => JSON.parse(body) as Readonly<Record<string, string>>);
  const kinds = () => told().map(({ kind, app }) => `${kind} ${app}`);

  const service = startService();
  const address = await readyOrigin(service);
  await publish(address, 'shell');
  await publish(address, 'contact');
  await expect.poll(kinds, patience).toContain('promoted contact');
  const release = told().find(({ app }) => app === 'contact')?.release ?? '';
  const [, version = ''] = release.split('@');
  await tamper(join(settings.RELEASES, 'contact', version, 'server/remote.cjs'));
  const sites = [
    await startOwnProcess({ releases: settings.RELEASES, environment: settings }),
    await startOwnProcess({ releases: settings.RELEASES, environment: settings }),
  ];
  for (const site of sites) expect((await ask(site, addresses.en.contact)).status).toBe(404);
  await expect.poll(kinds, patience).toContain('faulty contact');

  expect(await stopProgram(service)).toBe(0);
  const again = startService();
  await readyOrigin(again);
  const shell =
    told()
      .find(({ app }) => app === 'shell')
      ?.release?.split('@')[1] ?? '';
  const fault = { code: 'RENDER-THREW', message: 'seen by no server', at: new Date().toISOString() };
  await new FaultLog(settings.REPORTS).write({ app: 'shell', version: shell, ...fault });
  await expect.poll(kinds, patience).toContain('faulty shell');
  const all = kinds();
  expect(all.filter((kind) => kind === 'faulty contact')).toHaveLength(1);
  expect(told().find(({ kind }) => kind === 'faulty')).toMatchObject({ release, code: 'RELEASE-FILE', app: 'contact' });
  expect(told().find(({ kind }) => kind === 'promoted')).toMatchObject({ by: 'ada' });
  expect(new Set(all).size, 'nothing twice').toBe(all.length);
  const inSlack = receiver.posts.filter(({ path }) => path === '/slack').map(({ body }) => body);
  expect(inSlack.filter((body) => body.includes('`contact` is faulty'))).toHaveLength(1);

  const tried = await outputOf(siteProgram, ['notices', '--try'], settings);
  expect(tried).toMatch(/^ok {3}signed 127\.0\.0\.1:\d+: 200 ok\nok {3}slack 127\.0\.0\.1:\d+: 200 ok$/m);
  expect(`${service.output()}${again.output()}${sites.map(({ output }) => output()).join('')}`).not.toMatch(
    /\/hook|\/slack|whsec_|SITE-NOTICES/,
  );
  expect(await stopProgram(again)).toBe(0);
  for (const site of sites) await site.stop();
  receiver.stop();
  await rm(folder, { recursive: true, force: true });
});

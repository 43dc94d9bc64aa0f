import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { Pods } from '@site/testkit/deploy/Pods.ts';
import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { Crowd } from '@site/testkit/site/Crowd.ts';
import { ask } from '@site/testkit/site/http.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { startMailServer, type TestMailServer } from '@site/testkit/startMailServer.ts';
import { expect, test } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

const siteOrigin = 'https://www.example.com';

let postgres: TestPostgres | undefined;
let smtp: TestMailServer | undefined;
let pods: Pods;

async function renderPods(): Promise<void> {
  const obstacle = await Pods.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: other machines have no kustomize
  test.skip(obstacle !== undefined, obstacle);
  [postgres, smtp] = await Promise.all([startPostgres(), startMailServer()]);
  const shared = { METRICS_TOKEN: metricsToken, PREVIEW_SECRET: 'a secret of the tests that links are signed with' };
  pods = await Pods.render(
    { MAIL_TO: 'team@example.org' },
    {
      site: shared,
      'site-api': { METRICS_TOKEN: metricsToken, DATABASE_URL: postgres.url, SMTP_URL: smtp.url },
      'site-store': shared,
    },
  );
}

async function removePods(): Promise<void> {
  await pods?.remove();
  await Promise.all([postgres?.stop(), smtp?.stop()]);
}

const statusOf = (name: string, path = '/readyz') =>
  ask({ origin: pods.origin(name) }, path).then(
    ({ status }) => status,
    () => 0,
  );

const untilReady = (name: string) => expect.poll(() => statusOf(name), { timeout: 60_000 }).toBe(200);

const reported = async (name: string) =>
  JSON.parse((await ask({ origin: pods.origin(name) }, '/readyz')).body) as object;

/** Tests of the pods of docs/deploy/kubernetes, which follow each other. They run the image that is there. */
export function testPods(): void {
  test.describe.configure({ mode: 'serial', timeout: 900_000 });
  test.beforeAll(renderPods);
  test.afterAll(removePods);

  test('a team releases through the pod of the release service', async () => {
    await pods.play('site-store');
    await untilReady('site-store');
    const environment = {
      RELEASES: `${pods.origin('site-store')}/releases`,
      RELEASE_KEY_FILE: pods.keyFile,
      SITE_ORIGIN: siteOrigin,
    };
    const release = (app: string) => {
      const built = ['--folder', join(root, 'dist', app)];
      return outputOf(siteProgram, ['publish', app, ...built, '--no-browser', '--promote'], environment);
    };
    expect(await release('shell')).toContain('is live');
    for (const app of ['marketing', 'blog', 'contact']) expect(await release(app)).toContain('is live');
  });

  test('the pods of site and API show a page and mail a message, with secrets that only files have', async () => {
    await pods.play('site-api');
    await pods.play('site');
    await Promise.all(['site-api', 'site'].map(untilReady));
    expect(await reported('site'), 'isolates need no rights').toMatchObject({ ready: true, wall: 'isolate' });
    const site = { origin: pods.origin('site') };
    expect((await ask(site, addresses.fr.pricing)).status).toBe(200);
    const form = new URLSearchParams({ ...goodMessage, subject: 'To a pod' });
    expect((await ask(site, addresses.en.contact, { method: 'POST', body: form })).status).toBe(303);
    const [mail] = (await smtp?.received(1)) ?? [];
    expect(mail?.subject).toContain('To a pod');
    expect(await pods.run('site-api', 'site', 'messages', 'list'), 'commands read them, too').toContain('To a pod');
    expect(await pods.run('site-api', 'cat', '/proc/1/environ')).not.toContain('postgresql:');
    await expect(pods.run('site', 'touch', '/site/file')).rejects.toThrow('Read-only file system');
    expect((await readMetrics(site)).get('site_render_wall{wall="isolate"}')).toBe(1);
  });

  test('while the database is away, the API’s pod gets no requests, and the site’s pod goes on', async () => {
    await postgres?.kill();
    await expect.poll(() => statusOf('site-api'), { timeout: 20_000 }).toBe(503);
    expect(await statusOf('site-api', '/healthz'), 'it isn’t restarted').toBe(200);
    await expect.poll(() => reported('site'), { timeout: 20_000 }).toMatchObject({ ready: true, degraded: {} });
    expect(await statusOf('site', addresses.es.blog)).toBe(200);
    await postgres?.startAgain();
    await untilReady('site-api');
  });

  test('a pod that another has replaced ends without a failed request', async () => {
    const paths = [addresses.en.home, addresses.fr.pricing, addresses.es.blog];
    await pods.play('site', 'site-next');
    await untilReady('site-next');
    const asked = (number: number) => ({ path: paths[number % paths.length] ?? '/', status: 200, holds: '</html>' });
    const crowd = new Crowd([pods.origin('site'), pods.origin('site-next')], asked);
    crowd.come(20);
    await expect.poll(() => crowd.answered).toBeGreaterThan(100);
    await pods.stop('site');
    const before = crowd.answered;
    await expect.poll(() => crowd.answered).toBeGreaterThan(before + 100);
    await crowd.leave();
    expect(crowd.failures).toEqual([]);
    expect(crowd.moved, 'every visitor').toBe(20);
  });
}

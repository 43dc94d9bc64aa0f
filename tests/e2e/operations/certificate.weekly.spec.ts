import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from '@playwright/test';
import { Authority } from '@site/testkit/deploy/Authority.ts';
import { findNginx, startNginx } from '@site/testkit/nginx.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import getPort from 'get-port';

const name = 'www.example.com';

test('certbot gets the first certificate before the site is there, and nginx serves the renewed one without a restart', async () => {
  // The packages may have to be downloaded.
  test.setTimeout(900_000);
  const nginx = await findNginx();
  const folder = await temporaryFolder('certificate');
  const httpPort = await getPort({ host: '127.0.0.1' });
  const authority = await Authority.start(folder, httpPort);
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, they are optional
  test.skip(
    !(nginx && authority) && !process.env.CI,
    'Needs nginx, pebble and certbot: run on Debian where they can be fetched.',
  );
  if (!authority) throw new Error('There is no certbot, or no pebble.');
  const html = join(folder, 'html');
  await mkdir(html);
  const serial = async (origin: string) => {
    const socket = connect({
      port: Number(new URL(origin).port),
      host: '127.0.0.1',
      servername: name,
      rejectUnauthorized: false,
    });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };

  await test.step('while nginx shows the distribution’s welcome page', async () => {
    const welcome = createServer(async ({ url = '' }, response) =>
      response.end(await readFile(join(html, url)).catch(() => '')),
    );
    await new Promise<void>((resolve) => welcome.listen(httpPort, '127.0.0.1', resolve));
    const options = ['--webroot', '-w', html, '-d', name, '--agree-tos', '-m', 'team@example.com', '--non-interactive'];
    const hook = ['--deploy-hook', `kill -HUP $(cat ${join(folder, 'nginx/nginx.pid')})`];
    const get = () =>
      authority.certbot('certonly', '--server', authority.server, ...options, ...hook).then(
        () => true,
        () => false,
      );
    // The authority starts.
    await expect.poll(get, { timeout: 60_000 }).toBe(true);
    welcome.close().closeAllConnections();
  });
  await test.step('a renewal, by the documented file', async () => {
    const certificate = { file: authority.file(name, 'fullchain'), key: authority.file(name, 'privkey') };
    const options = {
      program: nginx ?? 'nginx',
      folder: join(folder, 'nginx'),
      certificate,
      plain: { port: httpPort, html },
    };
    const proxy = await startNginx({ ...options, servers: ['http://127.0.0.1:9'] });
    const first = await serial(proxy.origin);
    expect(first).toMatch(/^[\dA-F]+$/);
    expect(await authority.certbot('renew', '--no-random-sleep-on-renew')).toContain('not due for renewal');
    await authority.certbot('renew', '--force-renewal', '--no-random-sleep-on-renew');
    await expect.poll(() => serial(proxy.origin)).not.toBe(first);
    const page = await fetch(`http://127.0.0.1:${httpPort}/fr/prix`, { redirect: 'manual' });
    expect([page.status, page.headers.get('location')]).toEqual([301, 'https://127.0.0.1/fr/prix']);
    await proxy.stop();
  });
  authority.stop();
  await rm(folder, { recursive: true, force: true });
});

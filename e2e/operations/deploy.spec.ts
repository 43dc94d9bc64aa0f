import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '@site/kit/build/bundles/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { DebianRoot } from '@site/testkit/deploy/DebianRoot.ts';

/** The commands of a chapter of docs/deploy.md, block by block. */
async function commandsOf(chapter: string): Promise<string[]> {
  const page = await readFile(join(root, 'docs/deploy.md'), 'utf8');
  const text = page.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`)) ?? '';
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
  expect(blocks.length, chapter).toBeGreaterThan(0);
  return blocks;
}

let debian: DebianRoot | undefined;

test.afterEach(() => debian?.stop());

test('whoever follows docs/deploy.md gets a site, a backup, an update and a second server', async () => {
  // biome-ignore lint/suspicious/noSkippedTests: no other machine has root, and Debian's programs
  test.skip(!(await DebianRoot.isPossible()), 'Needs root on a Debian that can mount overlays.');
  test.setTimeout(300_000);
  debian = await DebianRoot.start();
  const inside = (script: string) => debian?.run(script) ?? Promise.reject();
  const until = (url: string) => `until curl -fs ${url}; do sleep 0.2; done;`;
  const post = (subject: string) => {
    const fields = Object.entries({ ...goodMessage, subject }).map(
      ([name, value]) => `--data-urlencode '${name}=${value}'`,
    );
    return `curl -fsS -o /dev/null -w '%{http_code}' ${fields.join(' ')}`;
  };

  await test.step('One server', async () => {
    const [install = ''] = await commandsOf('One server');
    const live = await inside(install.replace(/^curl/m, `${until('http://127.0.0.1:3000/readyz')}curl`));
    for (const app of ['blog', 'contact', 'marketing']) expect(live).toContain(app);
    const modes = await inside('stat -c "%a %U:%G" /etc/site.env /var/lib/site /srv/releases /srv/releases/blog');
    expect(modes.trim().split('\n')).toEqual(['600 root:root', '700 site:site', '2775 site:site', '2775 site:site']);
    expect(await inside(`${post('To one server')} http://127.0.0.1:3000/en/contact`)).toBe('303');
  });

  await test.step('Mail', async () => {
    const [settings = ''] = await commandsOf('Mail');
    await inside(`${settings} systemctl restart site; ${until('http://127.0.0.1:3000/readyz')}`);
  });

  await test.step('Backups', async () => {
    const [backup = '', restore = ''] = await commandsOf('Backups');
    await inside(`cd /srv/site; ${backup}`);
    await inside('systemctl stop site; rm /var/lib/site/site.sqlite; systemctl start site');
    expect(await inside(`cd /srv/site; ${restore.replaceAll('2030-01-31', '$(date +%F)')}`)).toContain('To one server');
  });

  await test.step('Updates', async () => {
    const [update = ''] = await commandsOf('Updates');
    await inside(`${update} systemctl restart site; ${until('http://127.0.0.1:3000/readyz')}`);
    expect(await inside('readlink /proc/$(cat /run/units/site.pid)/cwd')).toBe('/srv/site-2\n');
  });

  await test.step('Two servers', async () => {
    const [servers = ''] = await commandsOf('Two servers');
    const move =
      'install -d -o site -g site -m 700 /var/lib/site-api && mv /var/lib/site/site.sqlite* /var/lib/site-api/';
    expect(await readFile(join(root, 'docs/deploy.md'), 'utf8')).toContain(move);
    const [disable = '', enable = ''] = [
      servers.replace(/^systemctl enable.*$/m, ''),
      /^systemctl enable.*$/m.exec(servers)?.[0],
    ];
    await inside(
      `cd /srv/site; ${disable} ${move}; ${enable}; for port in 3001 3002; do ${until('http://127.0.0.1:$port/readyz')} done`,
    );
    const [, rolling = ''] = await commandsOf('Updates');
    await inside(rolling);
    expect(await inside(`${post('To two servers')} http://127.0.0.1:3002/fr/contact`)).toBe('303');
    const list = await inside('cd /srv/site; sudo -u site env DATA_DIR=/var/lib/site-api npm run -s messages -- list');
    for (const subject of ['To one server', 'To two servers']) expect(list).toContain(subject);
  });
});

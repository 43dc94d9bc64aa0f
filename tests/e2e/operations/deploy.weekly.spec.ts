import { expect, test } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { projectInside, SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { findNginx } from '@site/testkit/nginx.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { commandsOf } from './deployPage.ts';
import { nginxInside } from './nginxInside.ts';

let machine: SystemdMachine | undefined;

test.afterEach(() => machine?.stop());

// For updates, see upgrade.weekly.spec.ts.
test('anyone who follows docs/deploy.md gets a site, a backup and a separate API', async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  test.setTimeout(1_800_000);
  const nginx = await findNginx();
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, nginx is optional
  test.skip(!nginx && !process.env.CI, 'Needs nginx: install it, or run on Debian where it can be fetched.');
  machine = await SystemdMachine.boot();
  const inside = (script: string) => machine?.run(script) ?? Promise.reject();
  const until = (url: string) => `until curl -fs ${url}; do sleep 0.2; done;`;
  const post = (subject: string) => {
    const fields = Object.entries({ ...goodMessage, subject }).map(
      ([name, value]) => `--data-urlencode '${name}=${value}'`,
    );
    return `curl -fsS -o /dev/null -w '%{http_code}' ${fields.join(' ')}`;
  };

  await test.step('One server', async () => {
    await inside(nginxInside(nginx ?? 'nginx'));
    // All but one of the releases, as if setup.sh had been interrupted: each takes a minute to build.
    await inside(`
      adduser --quiet --system --group --home /var/cache/site site
      install -d -o site -g site -m 2775 /srv/releases
      cp -r ${testedReleases.replace(root, projectInside)}/. /srv/releases/ && rm -r /srv/releases/contact
      chown -R site:site /srv/releases && chmod g+s /srv/releases/*`);
    const [install = ''] = await commandsOf('One server');
    const setUp = install.replace(/^apt-get .*\n/m, '');
    expect(await inside(setUp)).toMatch(/First release of contact\n.*contact@\w+ is live/s);
    const live = await inside('curl -fs http://127.0.0.1:3000/live.json');
    for (const app of ['blog', 'contact', 'marketing']) expect(live).toContain(app);
    const modes = await inside('stat -c "%a %U:%G" /etc/site.env /var/lib/site /srv/releases /srv/releases/contact');
    expect(modes.trim().split('\n')).toEqual(['400 site:root', '700 site:site', '2775 site:site', '2775 site:site']);
    expect(await inside(`${post('To one server')} --insecure https://127.0.0.1/en/contact`)).toBe('303');
    expect(await inside(setUp.replace('git clone', 'true')), 'again, it finds all').not.toContain('First release');
  });

  await test.step('each timer’s work', async () => {
    await inside(`
      cp /srv/site/api/src/news/feeds/samples/blog.rss.xml /srv/flux.xml
      printf 'en /srv/missing.xml\\nfr /srv/flux.xml\\n' > /etc/site-feeds
      systemctl start site-backup site-prune
      ! systemctl start site-news`);
    expect(await inside('stat -c "%a %U" /var/backups/site/*.sqlite')).toBe('600 site\n');
    expect(await inside('curl -fs http://127.0.0.1:3000/fr/blog'), 'one feed that fails leaves the others').toContain(
      'Un vrai test',
    );
    const [pruning] = (await machine?.journal('site-prune'))?.slice(-1) ?? [];
    expect(pruning?.MESSAGE).toMatch(/./);
    const timers = await inside('systemctl list-timers --no-legend');
    for (const timer of ['site-backup.timer', 'site-prune.timer', 'site-news.timer']) expect(timers).toContain(timer);
  });

  await test.step('Mail', async () => {
    const [settings = '', messages = ''] = await commandsOf('Mail');
    await inside(settings);
    const listed = await inside(`(${messages}) 2>&1`);
    expect(listed).toContain('Database: SQLite, /var/lib/site/site.sqlite\n');
    expect(listed).toContain('To one server');
  });

  await test.step('Backups', async () => {
    const [backup = '', restore = ''] = await commandsOf('Backups');
    await inside(`cd /srv/site; ${backup}`);
    await inside('systemctl stop site; rm /var/lib/site/site.sqlite; systemctl start site');
    const newest = (await inside('ls /var/backups/site | tail -1')).trim();
    expect(await inside(`cd /srv/site; ${restore.replaceAll('2030-01-31T00-00-00.sqlite', newest)}`)).toContain(
      'To one server',
    );
  });

  await test.step('An API of its own', async () => {
    const [apart = ''] = await commandsOf('Several machines', 'machines.md');
    await inside(`${apart}\n${until('http://127.0.0.1:3000/readyz')}`);
    expect(await inside(`${post('To an API')} http://127.0.0.1:3000/fr/contact`)).toBe('303');
    const list = await inside('cd /srv/site; sudo -u site env DATA_DIR=/var/lib/site-api npx site messages list');
    for (const subject of ['To one server', 'To an API']) expect(list).toContain(subject);
  });

  await test.step('Runbook: an API that has stopped', async () => {
    const [lookAndFix = ''] = await commandsOf('SiteApiDown', 'runbook.md');
    const [look = '', restart = ''] = lookAndFix.split(/^(?=systemctl restart)/m);
    const [tryMessage = ''] = await commandsOf('SiteFormsFail', 'runbook.md');
    await inside('echo METRICS_TOKEN=a-token-of-the-tests >> /etc/site.env; systemctl stop site-api');
    const unreachable = `curl -s http://127.0.0.1:3000/readyz | grep -q '"api":"Nothing listens at its address'`;
    await inside(`until ${unreachable}; do sleep 0.2; done`);
    await inside('echo 192.0.2.7 api.example.com >> /etc/hosts');
    // For a stopped unit, “systemctl status” exits with 3.
    const seen = await inside(`set +e; ${look}`);
    for (const part of ['Nothing listens at its address', 'Active: inactive (dead)', '192.0.2.7'])
      expect(seen).toContain(part);
    await inside(`${restart} while ${unreachable}; do sleep 0.2; done`);
    expect(await inside(tryMessage)).toContain('could have been stored');
  });

  await test.step('Runbook: the first look, a full disk, a database that is away', async () => {
    const [firstLook = ''] = await commandsOf('Runbook', 'runbook.md');
    const seen = await inside(`cd /srv/site; ${firstLook}`);
    for (const part of ['"ready":true', 'marketing', 'live']) expect(seen).toContain(part);
    const [makeRoom = ''] = await commandsOf('SiteDiskFull', 'runbook.md');
    expect(await inside(`cd /srv/site; (${makeRoom}) 2>&1`)).toMatch(/Mounted on.*Vacuuming done/s);
    const [restartDatabase = ''] = await commandsOf('SiteDatabaseDown', 'runbook.md');
    // PostgreSQL isn't installed in this machine: removes its restart, the last line.
    await inside(restartDatabase.replace(/^systemctl restart postgresql\n$/m, ''));
  });

  await test.step('Is it well?', async () => {
    const [ask = '', find = ''] = await commandsOf('Is it well?');
    const seen = await inside(`cd /srv/site; ${ask}`);
    for (const part of ['"alive":true', '"ready":true', '"blog"']) expect(seen).toContain(part);
    await inside('mkdir -p /var/log/nginx; echo \'{"reqId":"0123"}\' > /var/log/nginx/site.log');
    expect(await inside(`(${find.replaceAll('ID', '0123')}) || true`)).toContain('"reqId":"0123"');
  });

  await test.step('Requests of visitors', async () => {
    const [requests = ''] = await commandsOf('Requests of visitors', 'personal-data.md');
    const said = await inside(
      `${requests.replaceAll('DATA_DIR=/var/lib/site ', 'DATA_DIR=/var/lib/site-api ')} cat ada.json`,
    );
    expect(said).toContain('2 messages.\n');
    expect(said).toContain('Erased 2 messages.');
    expect(said).toMatch(/ {2}erase {2}2 messages/);
    expect(said).toContain('"subject": "To an API"');
  });

  await test.step('A group for each team', async () => {
    const [groups = ''] = await commandsOf('A group for each team', 'releases.md');
    await inside(`adduser --quiet --disabled-password --gecos '' ada; ${groups}`);
    const owners = await inside('stat -c "%a %U:%G" /srv/releases /srv/releases/shell /srv/releases/blog; id -nG ada');
    expect(owners.trim().split('\n')).toEqual([
      '755 root:root',
      '2775 root:site-shell',
      '2775 root:site-blog',
      expect.stringMatching(/\bsite-blog\b/),
    ]);
    // Each in turn changes what is live: Ada, an update as the site's user, and Ada again.
    const live = JSON.parse(await inside('curl -fs http://127.0.0.1:3000/live.json')) as Record<string, string>;
    const promote = (user: string, app: string) =>
      inside(`cd /srv/site; sudo -u ${user} env RELEASES=/srv/releases DATA_DIR=/tmp/${user} \\
        npx site promote ${app} ${live[app]} 2>&1`);
    for (const user of ['ada', 'site', 'ada']) expect(await promote(user, 'blog')).toContain(live.blog);
    await expect(promote('ada', 'contact')).rejects.toMatchObject({ stdout: expect.stringContaining('RELEASE-STORE') });
    await inside('systemctl start site-prune');
  });
});

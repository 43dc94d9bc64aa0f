import { expect, test } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { previousVersion } from '@site/testkit/deploy/previousVersion.ts';
import { projectInside, SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { findNginx } from '@site/testkit/nginx.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { nginxInside } from './nginxInside.ts';

let machine: SystemdMachine | undefined;

test.afterEach(() => machine?.stop());

// Never retried: one failed request is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

test('update.sh brings a site to this version and back, without a lost request or message', async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  const nginx = await findNginx();
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, nginx is optional
  test.skip(!nginx && !process.env.CI, 'Needs nginx: install it, or run on Debian where it can be fetched.');
  // Takes less than five minutes, unless the machine is busy.
  test.setTimeout(900_000);
  // A version before that can't replace its servers is of no use here: this one is updated to another checkout of itself.
  const previous = await previousVersion('platform/server/src/servers/supervise.ts');
  machine = await SystemdMachine.boot();
  const inside = (script: string) => machine?.run(script) ?? Promise.reject();
  const live = () => inside('cat /srv/releases/*/current.json');
  const folders = () =>
    inside(`for server in $(pgrep --parent $(systemctl show --property MainPID --value site) --full server/src/main.ts)
      do readlink /proc/$server/cwd; done | sort -u`);
  /** What the script says, also when it fails. */
  const update = (parameter: string) =>
    inside(`/root/site/docs/deploy/update.sh ${parameter} 2>&1`).catch((error: { readonly stdout: string }) =>
      Promise.reject(new Error(error.stdout)),
    );

  await test.step('a site of the version before, behind nginx', async () => {
    await inside(nginxInside(nginx ?? 'nginx'));
    await inside(`
      git clone -q https://git.example.com/site.git /root/site
      adduser --quiet --system --group --home /var/lib/site site
      install -d -o site -g site /srv/site-1
      install -d -o site -g site -m 2775 /srv/releases /srv/reports
      sudo -u site git clone -q https://git.example.com/site.git /srv/site-1
      sudo -u site git -C /srv/site-1 checkout -q ${previous ?? 'HEAD'}
      ln -sfn /srv/site-1 /srv/site
      cd /srv/site && sudo -u site npm ci
      ${previous ? releasesOf('/srv/site') : releasesOfTests}
      install -o site -m 400 /dev/null /etc/site.env
      printf '%s\\n' SITE_ORIGIN=https://www.example.com SERVERS=2 >> /etc/site.env
      cp docs/deploy/*.service /etc/systemd/system/
      cp docs/deploy/journald@site.conf /etc/systemd/
      mkdir /etc/systemd/system/site.service.d
      printf '[Service]\\nExecReload=/bin/kill -HUP $MAINPID\\n' > /etc/systemd/system/site.service.d/cores.conf
      systemctl daemon-reload
      systemctl enable --now site
      cp /root/site/docs/deploy/nginx-main.conf /etc/nginx/nginx.conf
      cp /root/site/docs/deploy/nginx.conf /etc/nginx/conf.d/site.conf
      systemctl start nginx`);
    expect(await folders()).toBe('/srv/site-1\n');
  });

  await test.step('an update that a check refuses changes nothing', async () => {
    await inside("cp -p /srv/releases/blog/current.json /run/; echo '{' > /srv/releases/blog/current.json");
    await expect(update('HEAD')).rejects.toThrow('IN THE WAY');
    await inside('cp -p /run/current.json /srv/releases/blog/current.json');
    expect(await inside('readlink /srv/site; ls /var/backups/site 2> /dev/null || true')).toBe('/srv/site-1\n');
    expect(await folders()).toBe('/srv/site-1\n');
  });

  const before = await live();
  const visitors = `${projectInside}/node_modules/.bin/node ${projectInside}/tests/testkit/src/deploy/visitors.ts https://127.0.0.1`;
  await inside(`${visitors} > /run/visitors.json 2> /run/visitors.log & echo $! > /run/visitors.pid`);
  // Reuses what the tests have built and checked. If its sources differ, it is built again.
  const checkout = (await inside('ls -d /srv/site-* | grep -vx /srv/site-1')).trim();
  await inside(`cp -r ${projectInside}/dist ${checkout}/dist && chown -R site:site ${checkout}/dist`);

  await test.step('the update', async () => {
    const said = await update('HEAD');
    expect(said).toContain(`From /srv/site-1 to ${checkout}`);
    expect(await folders()).toBe(`${checkout}\n`);
    expect(await inside('ls /var/backups/site')).toMatch(/\.sqlite\n$/);
    if (previous) expect(await live()).not.toBe(before);
    expect(await inside(post('Since the update'))).toBe('303');
  });

  await test.step('the way back', async () => {
    await update('--back');
    expect(await folders()).toBe('/srv/site-1\n');
    if (previous) expect(versionsIn(await live())).toEqual(versionsIn(before));
    expect(await inside(`cd /srv/site; sudo -u site env DATA_DIR=/var/lib/site npx site messages list`)).toContain(
      'Since the update',
    );
  });

  await inside('kill $(cat /run/visitors.pid); until [ -s /run/visitors.json ]; do sleep 0.1; done');
  const seen = JSON.parse(await inside('cat /run/visitors.json')) as { answered: number; failures: string[] };
  expect(seen.failures).toEqual([]);
  expect(seen.answered).toBeGreaterThan(500);
});

const versionsIn = (pointers: string) => [...pointers.matchAll(/"version":\s*"(\w+)"/g)].map(([, version]) => version);

/** Sends a message through nginx. */
function post(subject: string): string {
  const fields = Object.entries({ ...goodMessage, subject }).map(
    ([name, value]) => `--data-urlencode '${name}=${value}'`,
  );
  return `curl -kfsS -o /dev/null -w '%{http_code}' ${fields.join(' ')} https://127.0.0.1/en/contact`;
}

/** Builds a checkout's releases at once and without checking the sources, which this test isn't about. */
const releasesOf = (checkout: string): string => `
  (cd ${checkout} && sudo -u site npm run build
  for app in shell marketing blog contact; do
    sudo -u site env RELEASES=/srv/releases npx site publish $app --folder dist/$app --promote
  done)`;

const releasesOfTests = `cp -r ${testedReleases.replace(root, projectInside)}/. /srv/releases/; chown -R site:site /srv/releases`;

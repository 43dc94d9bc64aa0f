import { expect, test } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { projectInside, SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import {
  hasVersionBefore,
  provideVersionBefore,
  releasesBefore,
  versionBefore,
} from '@site/testkit/deploy/versionBefore.ts';
import { findNginx } from '@site/testkit/nginx.ts';
import { commandsOf } from './deployPage.ts';
import { nginxInside } from './nginxInside.ts';

let machine: SystemdMachine | undefined;

test.afterEach(() => machine?.stop());

// Never retried: one failed request is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

test('two servers of 1.2.0 are updated to this version and back, without a lost page or message', async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  const nginx = await findNginx();
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, nginx is optional
  test.skip(!nginx && !process.env.CI, 'Needs nginx: install it, or run on Debian where it can be fetched.');
  // biome-ignore lint/suspicious/noSkippedTests: that version is only in git
  test.skip(!(await hasVersionBefore()), `Needs the history of git back to ${versionBefore.version}.`);
  // Takes less than five minutes, unless the machine is busy.
  test.setTimeout(1_500_000);
  await provideVersionBefore();
  machine = await SystemdMachine.boot();
  const inside = (script: string) => machine?.run(script) ?? Promise.reject();
  const live = async () => (await inside(`grep -h '^  "version"' /srv/releases/*/current.json`)).match(/\w{12}/g) ?? [];
  const version = () => inside('readlink /srv/site');
  /** What update.sh says, also when it fails. It asks the site whether it shows what is published. */
  const update = (commands: string) =>
    inside(`export NODE_EXTRA_CA_CERTS=${certificate}\n(${commands}) 2>&1`).catch(
      (error: { readonly stdout: string }) => Promise.reject(new Error(error.stdout)),
    );
  const messages = () =>
    inside('cd /srv/site; sudo -u site env DATA_DIR=/var/lib/site-api npx site messages list --env-file /etc/site.env');
  /** Visits every page repeatedly while something happens. Returns what failed. */
  const visitWhile = async (happens: () => Promise<void>): Promise<readonly string[]> => {
    await inside(
      `rm -f /run/visitors.*; ${visitors} > /run/visitors.json 2> /run/visitors.log & echo $! > /run/visitors.pid`,
    );
    await happens();
    await inside('kill $(cat /run/visitors.pid); until [ -s /run/visitors.json ]; do sleep 0.1; done');
    const seen = JSON.parse(await inside('cat /run/visitors.json')) as { answered: number; failures: string[] };
    expect(seen.answered).toBeGreaterThan(20);
    return seen.failures;
  };

  await test.step('two servers and their API, as its own docs/deploy.md says', async () => {
    await inside(nginxInside(nginx ?? 'nginx'));
    await inside(`
      echo 127.0.0.1 www.example.com >> /etc/hosts
      git clone -q https://git.example.com/site.git /root/site
      adduser --quiet --system --group --home /var/lib/site site
      install -d -o site -g site /srv/site-1
      install -d -o site -g site -m 2775 /srv/releases /srv/reports
      sudo -u site git clone -q https://git.example.com/site.git /srv/site-1
      sudo -u site git -C /srv/site-1 checkout -q ${versionBefore.commit}
      ln -sfn /srv/site-1 /srv/site
      cd /srv/site && sudo -u site npm ci
      cp -r ${releasesBefore.replace(root, projectInside)}/. /srv/releases/; chown -R site:site /srv/releases
      install -o site -m 400 /dev/null /etc/site.env
      printf '%s\\n' SITE_ORIGIN=https://www.example.com SAMPLE_NEWS=true >> /etc/site.env
      (cd docs/deploy; cp site.service site@.service site-api.service /etc/systemd/system/)
      cp docs/deploy/journald@site.conf /etc/systemd/
      systemctl daemon-reload
      systemctl enable --now site-api site@3001 site@3002
      cp docs/deploy/nginx-main.conf /etc/nginx/nginx.conf
      cp docs/deploy/nginx.conf /etc/nginx/conf.d/site.conf
      systemctl start nginx`);
    expect(await inside(post('Before the update'))).toBe('303');
  });
  const before = await live();
  expect(before).toHaveLength(4);

  await test.step('an update that a check refuses changes nothing', async () => {
    await inside("cp -p /srv/releases/blog/current.json /run/; echo '{' > /srv/releases/blog/current.json");
    await expect(update('/root/site/docs/deploy/update.sh HEAD')).rejects.toThrow('IN THE WAY');
    await inside('cp -p /run/current.json /srv/releases/blog/current.json');
    expect(await inside('readlink /srv/site; ls /var/backups/site 2> /dev/null || true')).toBe('/srv/site-1\n');
  });

  // Reuses what the tests have built and checked. If its sources differ, it is built again.
  const checkout = (await inside('ls -d /srv/site-* | grep -vx /srv/site-1')).trim();
  await inside(`cp -r ${projectInside}/dist ${checkout}/dist && chown -R site:site ${checkout}/dist`);

  await test.step('the update', async () => {
    const [commands = ''] = await commandsOf('Two servers of 1.2.0', '../CHANGELOG.md');
    const failures = await visitWhile(async () => {
      const said = await update(commands.replace('update.sh', 'update.sh HEAD'));
      expect(said).toContain(`From /srv/site-1 to ${checkout}`);
    });
    expect(failures).toEqual([]);
    expect(await version()).toBe(`${checkout}\n`);
    expect(await inside('ls /var/backups/site')).toMatch(/\.sqlite\n$/);
    for (const unit of ['site', 'site-api']) expect(await inside(folderOf(unit)), unit).toBe(`${checkout}\n`);
    expect(await inside('systemctl list-units --all --no-legend "site@*"')).toBe('');
    for (const published of await live()) expect(before).not.toContain(published);
    expect(await inside(post('Since the update'))).toBe('303');
  });

  await test.step('the way back', async () => {
    const failures = await visitWhile(async () => {
      await update('/root/site/docs/deploy/update.sh --back');
    });
    // One server restarts: pages that ask to wait, of nginx and then of the server.
    for (const failure of failures) expect(failure).toMatch(/: 50[23]$/);
    for (const unit of ['site', 'site-api']) expect(await inside(folderOf(unit)), unit).toBe('/srv/site-1\n');
    expect(await live()).toEqual(before);
    expect(await inside(post('Back again'))).toBe('303');
    const kept = await messages();
    for (const subject of ['Before the update', 'Since the update', 'Back again']) expect(kept).toContain(subject);
  });
});

const certificate = '/etc/letsencrypt/live/www.example.com/fullchain.pem';

const visitors = `${projectInside}/node_modules/.bin/node ${projectInside}/tests/testkit/src/deploy/visitors.ts https://127.0.0.1`;

/** Prints the checkout that a unit runs. */
const folderOf = (unit: string) => `readlink /proc/$(systemctl show --property MainPID --value ${unit})/cwd`;

/** Sends a message through nginx. */
function post(subject: string): string {
  const fields = Object.entries({ ...goodMessage, subject }).map(
    ([name, value]) => `--data-urlencode '${name}=${value}'`,
  );
  return `curl -kfsS -o /dev/null -w '%{http_code}' ${fields.join(' ')} https://127.0.0.1/en/contact`;
}

import { expect, test } from '@playwright/test';
import { root } from '@site/kit/build/bundles/project.ts';
import { previousVersion } from '@site/testkit/deploy/previousVersion.ts';
import { projectInside, SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { findNginx } from '@site/testkit/nginx.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { commandsOf } from './deployPage.ts';

let machine: SystemdMachine | undefined;

test.afterEach(() => machine?.stop());

// Never retried: one failed request is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

test('updating two servers as docs/deploy.md says, and going back, costs no visitor a page, and nobody a message', async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  const previous = await previousVersion();
  // biome-ignore lint/suspicious/noSkippedTests: a clone may have only the newest commits
  test.skip(!previous, 'Needs a commit of the version before, with the same packages: clone with the whole history.');
  const nginx = await findNginx();
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, nginx is optional
  test.skip(!nginx && !process.env.CI, 'Needs nginx: install it, or run on Debian where it can be fetched.');
  // Takes less than two minutes, unless the machine is busy.
  test.setTimeout(900_000);
  machine = await SystemdMachine.boot();
  const inside = (script: string) => machine?.run(script) ?? Promise.reject();
  const versions = async () => {
    const answers = await inside('for port in 3001 3002; do curl -fs http://127.0.0.1:$port/readyz; echo; done');
    return answers
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { version?: string }).version);
  };
  const folders = () =>
    inside(
      'for port in 3001 3002; do readlink /proc/$(systemctl show --property MainPID --value site@$port)/cwd; done',
    );

  const sent: string[] = [];
  /** A visitor writes; every message so far must be there, as the version that runs shows them. */
  const expectMessagesAfter = async (subject: string) => {
    await inside(sendMessage(subject));
    sent.unshift(subject);
    const list = await inside(
      'cd /srv/site && sudo -u site env DATA_DIR=/var/lib/site-api npx site messages list --env-file /etc/site.env',
    );
    // Without a mail server, each has a mail that waits.
    expect(list.match(/(?<=> {2})Sent.*/g)).toEqual(sent.map((each) => `${each}  not mailed yet`));
  };

  await test.step('two servers of the version before, behind nginx', async () => {
    const [install = ''] = await commandsOf('One server');
    const [twoServers = ''] = await commandsOf('Two servers');
    const old = install
      .replace(/^sudo -u site git clone .*$/m, `$&\nsudo -u site git -C /srv/site-1 checkout -q ${previous}`)
      // Builds at once and without checking the sources, which this test isn't about.
      .replace(/npm ci$/m, '$& && sudo -u site npm run build')
      .replace(/publish \$app/, '$& --folder dist/$app')
      .replace(/^curl.*$/m, '')
      .replace(/^systemctl enable.*$/m, '');
    // Existing articles are shown even while the API restarts; whether others exist is unknown then.
    const news = 'echo SAMPLE_NEWS=true >> /etc/site.env';
    await inside(`${old}\n${news}\n${twoServers.replace(/^systemctl disable.*$/m, '')}`);
    await inside(startNginx((nginx ?? 'nginx').replace(root, projectInside)));
    await inside('for port in 3001 3002; do until curl -fs http://127.0.0.1:$port/readyz; do sleep 0.2; done; done');
    await expectMessagesAfter('Sent before');
  });
  const before = await inside('cat /srv/releases/*/current.json');
  const visitors = `${projectInside}/node_modules/.bin/node ${projectInside}/tests/testkit/src/deploy/visitors.ts https://127.0.0.1`;
  await inside(`${visitors} > /run/visitors.json 2> /run/visitors.log & echo $! > /run/visitors.pid`);
  const [fetchNew = '', check = '', servers = '', releases = '', back = ''] = await commandsOf('Updates');

  await test.step('the update', async () => {
    await inside(fetchNew);
    // Reuses what the tests have built and checked. If its sources differ, it is built again.
    await inside(`cp -r ${projectInside}/dist /srv/site-2/dist && chown -R site:site /srv/site-2/dist
      cd ${testedReleases.replace(root, projectInside)}
      for app in *; do cp -r $app/*/ /srv/releases/$app/; chown -R site:site /srv/releases/$app; done`);
    expect(await inside(check)).toContain('systemctl restart site@3001');
    await inside(servers);
    expect(await folders()).toBe('/srv/site-2\n/srv/site-2\n');
    expect(new Set(await versions()).size).toBe(1);
    await inside(releases);
    expect(await inside('cat /srv/releases/*/current.json')).not.toBe(before);
    expect(await inside(check)).toContain('Nothing to do');
    await expectMessagesAfter('Sent after the update');
  });
  await test.step('the way back', async () => {
    await inside(back);
    expect(await folders()).toBe('/srv/site-1\n/srv/site-1\n');
    await expectMessagesAfter('Sent after the way back');
  });
  await test.step('the update by the lines that the check prints', async () => {
    const lines = [...(await inside(check)).matchAll(/^ {5}(.*)$/gm)].map(([, line = '']) => line);
    expect(lines).toContain('ln -sfn /srv/site-2 /srv/site');
    await inside(lines.join('\n'));
    expect(await folders()).toBe('/srv/site-2\n/srv/site-2\n');
    expect(await inside(check)).toContain('Nothing to do');
    await expectMessagesAfter('Sent after the second update');
  });
  await inside('kill $(cat /run/visitors.pid); until [ -s /run/visitors.json ]; do sleep 0.1; done');
  const seen = JSON.parse(await inside('cat /run/visitors.json')) as { answered: number; failures: string[] };
  expect(seen.failures).toEqual([]);
  expect(seen.answered).toBeGreaterThan(500);
});

/** Sends a message as a page's script does. */
const sendMessage = (subject: string): string => {
  const token = 'abcdefghijklmnopqrstuvwxyz';
  const body = JSON.stringify({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    subject,
    message: `${subject}, truly.`,
  });
  return `curl -fs --header 'content-type: application/json' --header 'cookie: XSRF-TOKEN=${token}' \
    --header 'x-xsrf-token: ${token}' --data '${body}' http://127.0.0.1:3001/api/v1/contact`;
};

/** Starts nginx with the documented files, and a line for each of the two servers. */
const startNginx = (program: string): string => `
mkdir -p /etc/nginx/conf.d /var/log/nginx /var/lib/nginx /var/cache /etc/letsencrypt/live/www.example.com
# What nginx-common provides. The site needs none of its types.
touch /etc/nginx/mime.types
rm -rf /etc/nginx/modules-enabled /etc/nginx/sites-enabled
cp ${projectInside}/docs/deploy/nginx-main.conf /etc/nginx/nginx.conf
sed -E 's/^( *server 127\\.0\\.0\\.1:)3000( max_fails.*)/\\13001\\2\\n\\13002\\2/' ${projectInside}/docs/deploy/nginx.conf > /etc/nginx/conf.d/site.conf
cd /etc/letsencrypt/live/www.example.com
openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=www.example.com -out fullchain.pem -keyout privkey.pem 2> /dev/null
${program} -c /etc/nginx/nginx.conf
`;

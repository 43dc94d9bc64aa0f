import { expect, test } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { installSite } from '@site/testkit/deploy/installSite.ts';
import { projectInside, SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { commandsOf } from './deployPage.ts';

// One machine for all.
test.describe.configure({ mode: 'default' });

/** Follows the optional chapters of the docs; deploy.weekly.spec.ts follows those that every site needs. */
let machine: SystemdMachine;
const inside = (script: string) => machine.run(`cd /srv/site\n${script}`);
const isReady = 'until curl -fs http://127.0.0.1:3000/readyz; do sleep 0.1; done';

test.beforeAll(async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  machine = await installSite();
  await inside(`
    cp -r ${testedReleases.replace(root, projectInside)}/. /srv/releases/ && chown -R site:site /srv/releases
    systemctl start site
    ${isReady}`);
});

test.afterAll(() => machine?.stop());

/** Sends a message with the form; returns the status of the response. */
const send = (subject: string): Promise<string> => {
  const fields = Object.entries({ ...goodMessage, subject }).map(
    ([name, value]) => `--data-urlencode '${name}=${value}'`,
  );
  return inside(`curl -fsS -o /dev/null -w '%{http_code}' ${fields.join(' ')} http://127.0.0.1:3000/en/contact`);
};

test('the owner reads, resends and deletes messages, as docs/owner.md says', async () => {
  expect(await send('To be deleted')).toBe('303');
  const [commands = ''] = await commandsOf('Messages of visitors', 'owner.md');
  const here = commands.replaceAll('npx site', 'sudo -u site env DATA_DIR=/var/lib/site npx site');
  const [listed = '', ...others] = here.trim().split('\n');
  const id = /[\da-f]{8}-[\da-f-]{27}/.exec(await inside(listed))?.[0] ?? '';
  const said = await inside(others.join('\n').replaceAll('ID', id));
  expect(said).toContain('To be deleted');
  expect(await inside(listed)).not.toContain('To be deleted');
});

test('the owner imports news from a file, as docs/owner.md says', async () => {
  const [commands = ''] = await commandsOf('News from feeds', 'owner.md');
  const fromFile = commands.split('\n').find((line) => line.includes('flux.xml')) ?? '';
  await inside('cp api/src/news/feeds/samples/blog.rss.xml /srv/flux.xml; chmod a+r /srv/flux.xml');
  const imported = fromFile.replace('npx site', 'sudo -u site env DATA_DIR=/var/lib/site npx site');
  const dryRun = imported.replace('--lang fr', '--lang fr --dry-run').replace('flux.xml', '/srv/flux.xml');
  expect(await inside(dryRun)).toMatch(/added/);
  expect(await inside(imported.replace('flux.xml', '/srv/flux.xml'))).toMatch(/added/);
  expect(await inside('curl -fs http://127.0.0.1:3000/fr/blog')).toContain('Un vrai test');
});

test('the owner sets a route policy, as docs/owner.md says', async () => {
  const [commands = ''] = await commandsOf('Who gets which addresses', 'owner.md');
  const request = JSON.stringify({ remote: 'events', prefixes: { fr: ['evenements'] } });
  await inside(`echo '${request}' > events.request.json; chmod a+r events.request.json`);
  const site = 'sudo -u site env RELEASES=/srv/releases DATA_DIR=/var/lib/site npx site';
  const [, live = ''] = /^blog\n[^●]*● ([0-9a-f]{12}) /m.exec(await inside(`${site} list`)) ?? [];
  const said = await inside(commands.replace('events@VERSION', `blog@${live}`).replaceAll('npx site', site));
  expect(said).toContain('claims');
  const policy = await inside(`${site} policy`);
  expect(policy).toContain('evenements');
  expect(policy).toContain('agreed');
  await inside('rm events.request.json');
});

test('a site is exported as static files, as docs/static.md says', async () => {
  const [commands = ''] = await commandsOf('', 'static.md');
  const [start, exporting = ''] = commands.trim().split('\n');
  // The releases exist already.
  expect(start).toMatch(/^npm start/);
  await inside('install -d -o site -g site /srv/static');
  const api = exporting.replace('https://api.example.com', 'http://127.0.0.1:3000');
  await inside(`cd /srv/static; sudo -u site env RELEASES=/srv/releases ${api.replace('npx site', siteCommand)}`);
  expect(await inside(`cat /srv/static/out${addresses.fr.pricing}/index.html /srv/static/out/_headers`)).toContain(
    '</html>',
  );
  await inside(`cd /srv/static; sudo -u site ${siteCommand} export --check out`);
});

/** Runs outside the checkout. */
const siteCommand = `${projectInside}/node_modules/.bin/node ${projectInside}/platform/cli/bin/site.cjs`;

test('teams release through a separate service, as docs/releases.md says', async () => {
  const [commands = ''] = await commandsOf('Releases from anywhere', 'releases.md');
  const [key = ''] = await commandsOf('Sign what is released', 'security.md');
  const team = 'sudo -u site env HOME=/srv/team DATA_DIR=/srv/team/data SITE_ORIGIN=https://www.example.com';
  const said = await inside(`
    install -d -o site -g site /srv/team
    cd /srv/team
    ${key.trim().replace('npx site', `${team} ${siteCommand}`)} --key /srv/team/blog.key --json > /etc/site-keys.json
    echo TRUSTED_KEYS=/etc/site-keys.json >> /etc/site.env
    cd /srv/site
    ${commands}
    until curl -fs http://127.0.0.1:3200/readyz; do sleep 0.1; done
    ${team} RELEASES=http://127.0.0.1:3200/releases RELEASE_KEY=/srv/team/blog.key npx site list`);
  for (const app of ['shell', 'marketing', 'blog', 'contact']) expect(said).toContain(app);
  await inside('sed -i /TRUSTED_KEYS/d /etc/site.env; systemctl stop site-store');
});

test('a database is rewritten without deleted data, as docs/personal-data.md says', async () => {
  const hasSqlite = await inside('sqlite3 --version').then(Boolean, () => false);
  // biome-ignore lint/suspicious/noSkippedTests: Debian's own is what the page is about
  test.skip(!hasSqlite, 'Needs SQLite’s own program: apt install sqlite3');
  expect(await send('Kept while rewritten')).toBe('303');
  const [rewrite = ''] = await commandsOf('', 'personal-data.md');
  await inside(`${rewrite}\n${isReady}`);
  expect(await inside('sudo -u site env DATA_DIR=/var/lib/site npx site messages list')).toContain('Kept while');
});

test('a site with messages moves from SQLite to PostgreSQL, as docs/postgresql.md says', async () => {
  const hasPostgres = await inside('ls -d /usr/lib/postgresql/*/bin | tail -1').catch(() => '');
  // biome-ignore lint/suspicious/noSkippedTests: Debian's own is what the page is about
  test.skip(hasPostgres === '', 'Needs PostgreSQL as Debian has it: apt install postgresql');
  expect(await send('From before the move')).toBe('303');
  const programs = hasPostgres.trim();
  await inside(`
    install -d -o postgres -g postgres /run/postgresql /srv/postgres
    export PATH=${programs}:$PATH
    cd /srv/postgres
    sudo -u postgres ${programs}/initdb --auth-local=peer --auth-host=scram-sha-256 data > /dev/null
    sudo -u postgres ${programs}/pg_ctl --wait --pgdata=data --options='-k /run/postgresql' --log=log start > /dev/null`);
  const [create = ''] = await commandsOf('', 'postgresql.md');
  const [createUser = '', createDatabase = '', setting = ''] = create.trim().split('\n');
  const address = /postgresql:\S+/.exec(setting)?.[0].replace('PASSWORD', 'a-secret') ?? '';
  // Without a terminal, the password is read from standard input.
  await inside(`printf 'a-secret\\na-secret\\n' | setsid --wait ${createUserInside(createUser)}\n${createDatabase}`);
  const page = await commandsOf('', 'postgresql.md');
  const move = page.find((block) => block.includes('backup move')) ?? '';
  await inside(`cat > /srv/move.sh <<'END'\n${move}END\necho ${address} | sh -e /srv/move.sh\n${isReady}`);
  expect(await send('From after the move')).toBe('303');
  const list = 'sudo -u site npx site messages list --env-file /etc/site.env 2>&1';
  const listed = await inside(list);
  for (const words of ['Database: PostgreSQL', 'From before the move', 'From after the move'])
    expect(listed).toContain(words);
  const [, rewrite = ''] = await commandsOf('', 'personal-data.md');
  expect(await inside(rewrite)).toContain('VACUUM');
});

/** `sudo` of the machine is a function of its tools: a new session needs its file. */
const createUserInside = (command: string) =>
  command.replace(/^sudo/, `${projectInside}/tests/testkit/src/deploy/machine/tools/sudo`);

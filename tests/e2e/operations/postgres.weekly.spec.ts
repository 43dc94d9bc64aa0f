import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '@site/bundling/project.ts';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { unpackedFolder, unpackPackages } from '@site/testkit/debianPackages.ts';
import { installSite } from '@site/testkit/deploy/installSite.ts';
import { projectInside, SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { commandsOf } from './deployPage.ts';

// One machine, step by step.
test.describe.configure({ mode: 'serial' });

let machine: SystemdMachine;
const inside = (script: string) => machine.run(`cd /srv/site\n${script}`);
const isReady = 'until curl -fs http://127.0.0.1:3000/readyz > /dev/null; do sleep 0.1; done';

/** The path of pgBackRest, installed or unpacked from Debian's package. Undefined when there is none. */
async function findPgbackrest(): Promise<string | undefined> {
  const places = ['/usr/bin/pgbackrest', join(unpackedFolder('pgbackrest'), 'usr/bin/pgbackrest')];
  if (!places.some((file) => existsSync(file))) await unpackPackages('pgbackrest', 'pgbackrest');
  return places.find((file) => existsSync(file));
}

/** `sudo` of the machine is a function of its tools: a new session, without a terminal, needs its file. */
const answering = (password: string, command: string) =>
  `printf '${password}\\n${password}\\n' | setsid --wait ${command.replace(/^sudo/, `${projectInside}/tests/testkit/src/deploy/machine/tools/sudo`)}`;

/** The block of the chapter about PostgreSQL that contains some words. */
async function blockWith(words: string): Promise<string> {
  const block = (await commandsOf('', 'postgresql.md')).find((text) => text.includes(words));
  if (!block) throw new Error(`docs/postgresql.md has no commands with “${words}”.`);
  return block;
}

/** Replaces words of the page, which must be there. */
function replaced(text: string, ...changes: readonly (readonly [string, string])[]): string {
  for (const [words] of changes) expect(text).toContain(words);
  return changes.reduce((result, [words, others]) => result.replaceAll(words, others), text);
}

test.beforeAll(async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  machine = await installSite();
  // A new one, whatever state the package's own is in.
  const remake = 'pg_dropcluster 15 main; pg_createcluster 15 main';
  const hasPostgres = await machine
    .run(`install -d -o postgres -g postgres /run/postgresql; ${remake}`)
    .catch(() => '');
  // biome-ignore lint/suspicious/noSkippedTests: Debian's own is what the page is about
  test.skip(hasPostgres === '', 'Needs PostgreSQL 15 as Debian 12 has it: apt install postgresql');
  await inside(`
    cp -r ${testedReleases.replace(root, projectInside)}/. /srv/releases/ && chown -R site:site /srv/releases
    ip link set lo up; ip address add 10.0.0.1/32 dev lo; ip address add 10.0.0.2/32 dev lo
    systemctl start postgresql@15-main`);
  const [createUser = '', createDatabase = '', setting = ''] = (await blockWith('createdb')).trim().split('\n');
  await inside(`${answering('a-secret', createUser)}\n${createDatabase}\n${setting.replace('PASSWORD', 'a-secret')}`);
  await inside(`systemctl start site\n${isReady}`);
});

test.afterAll(() => machine?.stop());

/** Sends a message with the form; returns the status of the response. */
const send = (subject: string): Promise<string> => {
  const fields = Object.entries({ ...goodMessage, subject, message: `${subject}, and more.` }).map(
    ([name, value]) => `--data-urlencode '${name}=${value}'`,
  );
  return inside(`curl -sS -o /dev/null -w '%{http_code}' ${fields.join(' ')} http://127.0.0.1:3000/en/contact`);
};

const listed = () => inside('sudo -u site npx site messages list --env-file /etc/site.env 2>&1');

test('site-backup copies the database, without the keys of visitors’ addresses, and a copy is restored, as docs/postgresql.md says', async () => {
  expect(await send('In the copy')).toBe('303');
  await inside(await blockWith('pg_dump'));
  expect(await inside('stat -c "%a %U" /var/backups/site/*')).toBe('600 postgres\n');
  const tables = await inside('sudo -u postgres pg_restore --list /var/backups/site/*.dump');
  expect(tables).toContain('TABLE DATA public messages');
  for (const table of ['address_keys', 'rate_counts']) expect(tables).not.toContain(`TABLE DATA public ${table}`);
  expect(await send('After the copy')).toBe('303');
  await inside(`${await blockWith('pg_restore')}\n${isReady}`);
  expect(await listed()).toContain('In the copy');
  expect(await listed()).not.toContain('After the copy');
  expect(await send('Since the copy was restored')).toBe('303');
});

test('a database goes back to a moment with pgBackRest, without the keys of visitors’ addresses, as docs/postgresql.md says', async () => {
  const pgbackrest = await findPgbackrest();
  // biome-ignore lint/suspicious/noSkippedTests: outside CI, the package may be out of reach
  test.skip(!pgbackrest && !process.env.CI, 'Needs pgBackRest: apt install pgbackrest');
  // What the package does besides.
  await inside(`
    ln -sf ${pgbackrest?.replace(root, projectInside)} /usr/bin/pgbackrest
    install -d -o postgres -g postgres /var/lib/pgbackrest /var/log/pgbackrest`);
  await inside(await blockWith('stanza-create'));
  await expect.poll(() => send('Kept'), { timeout: 20_000 }).toBe('303');
  const moment = (await inside('sleep 1.5; date --utc +"%F %T+00"; sleep 1.5')).trim();
  expect(await send('After the moment')).toBe('303');
  const restore = replaced(await blockWith('--type=time'), ['2030-01-31 12:00:00+00', moment]);
  await inside(restore);
  await expect.poll(listed, { timeout: 60_000 }).toContain('Kept');
  expect(await listed()).not.toContain('After the moment');
  await expect.poll(() => send('Since the restore'), { timeout: 20_000 }).toBe('303');
  // A second full copy, after which the first is too old.
  const copy = 'sudo -u postgres pgbackrest --stanza=site --type=full';
  await inside(`${copy} --repo1-retention-full-type=count --repo1-retention-full=1 backup`);
  const { backup } = JSON.parse(await inside('sudo -u postgres pgbackrest info --output=json'))[0] as { backup: [] };
  expect(backup, 'old copies go').toHaveLength(1);
  const fileOf = async (table: string) =>
    (
      await inside(`sudo -u postgres psql --dbname=site --tuples-only --no-align \\
        --command="select pg_relation_filepath('${table}')"`)
    ).trim();
  const files = await inside('find /var/lib/pgbackrest/backup -type f');
  expect(files).toContain(`${await fileOf('messages')}.gz`);
  for (const table of ['address_keys', 'rate_counts']) expect(files).not.toContain(`${await fileOf(table)}.gz`);
});

test('a site that is restarted while PostgreSQL is away shows its pages, and takes messages when it is back', async () => {
  await inside(`systemctl stop postgresql@15-main; systemctl restart site\n${isReady}`);
  expect(await inside('curl -fs http://127.0.0.1:3000/readyz')).toContain('degraded');
  expect(await inside('curl -fs http://127.0.0.1:3000/es/precios')).toContain('Enterprise');
  expect(await send('While it is away')).toBe('503');
  await inside('systemctl start postgresql@15-main');
  await expect.poll(() => send('When it is back'), { timeout: 60_000 }).toBe('303');
});

test('a standby takes over from a killed primary, as docs/postgresql.md says: no message is lost, and the site isn’t restarted', async () => {
  // The same machine, so another name and port.
  const other = [
    ['15/main', '15/two'],
    ['15-main', '15-two'],
  ] as const;
  await inside('pg_createcluster 15 two --port 5433 && systemctl start postgresql@15-two');
  const [createUser = '', ...primary] = (await blockWith('--replication')).trim().split('\n');
  await inside(`${answering('another-secret', createUser)}\n${primary.join('\n')}`);
  const standby = replaced(await blockWith('pg_basebackup'), ...other).split('\n');
  const copying = standby.findIndex((line) => line.includes('pg_basebackup'));
  standby[copying] = answering('another-secret', standby[copying] ?? '');
  await inside(`
    tail -2 /etc/postgresql/15/main/pg_hba.conf >> /etc/postgresql/15/two/pg_hba.conf
    ${standby.join('\n')}
    ${await blockWith('synchronous_standby_names')}`);
  const page = await readFile(join(root, 'docs/postgresql.md'), 'utf8');
  const setting = /DATABASE_URL=postgresql:\S+,[^`]+/.exec(page)?.[0] ?? '';
  const address = replaced(setting, ['PASSWORD', 'a-secret'], ['10.0.0.2', '10.0.0.2:5433']);
  await inside(
    `sed -i '/DATABASE_URL/d' /etc/site.env; echo '${address}' >> /etc/site.env; systemctl restart site\n${isReady}`,
  );
  const started = await inside('systemctl show --property=ActiveEnterTimestamp site');
  await expect.poll(() => send('On both'), { timeout: 20_000 }).toBe('303');
  await inside('systemctl kill --signal=KILL postgresql@15-main');
  expect(await send('Meanwhile')).toBe('503');
  await inside(replaced(await blockWith('promote\n'), ['15 main', '15 two']));
  await expect.poll(() => send('Since the promotion'), { timeout: 20_000 }).toBe('303');
  for (const subject of ['On both', 'Since the promotion']) expect(await listed()).toContain(subject);
  expect(await inside('systemctl show --property=ActiveEnterTimestamp site')).toBe(started);
});

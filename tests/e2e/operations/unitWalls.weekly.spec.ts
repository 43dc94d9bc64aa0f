import { expect, test } from '@playwright/test';
import { installSite } from '@site/testkit/deploy/installSite.ts';
import { SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';

/** A system call whose number depends on the platform. */
const ptrace = process.arch === 'x64' ? 101 : 117;

/** What an attacker tries who runs commands as the site's user. Each succeeds unless something prevents it. */
const attempts: Readonly<Record<string, string>> = {
  'change the store': 'touch /srv/releases/changed',
  'change the checkout': 'touch /srv/checkout/changed',
  'change the data of another unit': 'touch /srv/other-data/changed',
  'report on releases': 'touch /srv/reports/changed',
  'write its own data': 'touch "$STATE_DIRECTORY/written"',
  'read the messages of site.service': 'cat /var/lib/site/messages',
  'read the messages of site-api.service': 'cat /var/lib/site-api/messages',
  'read the uploads of site-store.service': 'cat /var/lib/site-store/uploads',
  'read home folders': 'cat /home/ada/notes',
  'read temporary files of others': 'cat /tmp/of-others',
  'see processes of others': 'test -e /proc/1/stat',
  'use a disk': 'test -e /dev/disk-of-the-machine',
  'use a program that makes it root': 'test "$(/usr/local/bin/id-of-root -u)" = 0',
  'leave a program that makes others the site':
    'cp /bin/true "$STATE_DIRECTORY/as-site" && chmod u+s "$STATE_DIRECTORY/as-site"',
  'make files that others may read':
    'touch "$STATE_DIRECTORY/new" && test "$(stat -c %a "$STATE_DIRECTORY/new")" = 644',
  'trace a process': `perl -e 'exit(syscall(${ptrace}, 0, 0, 0, 0) == 0 ? 0 : 1)'`,
  'run as an old system': 'setarch --addr-no-randomize true',
  'talk to the kernel by netlink': `perl -e 'socket(my $s, 16, 3, 0) or exit 1'`,
  'make namespaces': 'unshare --user --net true',
  'mount in namespaces': 'unshare --user --map-root-user --mount mount -t tmpfs none /mnt',
};

/** What the units allow: their purpose, and what bubblewrap needs. */
const bubblewrap = ['talk to the kernel by netlink', 'make namespaces', 'mount in namespaces'];
const allowed: Readonly<Record<string, readonly string[]>> = {
  'site.service': ['read the messages of site.service', 'report on releases', 'write its own data', ...bubblewrap],
  'site-api.service': ['read the messages of site-api.service', 'write its own data'],
  'site-store.service': [
    'read the uploads of site-store.service',
    'change the store',
    'write its own data',
    ...bubblewrap,
  ],
};

const program = Object.entries(attempts)
  .map(([name, command]) => `(${command}) > /dev/null 2>&1 && echo '${name}'`)
  .join('\n');

let machine: SystemdMachine;

test.beforeAll(async () => {
  const obstacle = await SystemdMachine.obstacle();
  // biome-ignore lint/suspicious/noSkippedTests: systemd can't be the first process of any other machine
  test.skip(obstacle !== undefined, obstacle);
  machine = await installSite();
  await machine.run(`
    install -d -o site -m 755 /srv/checkout /srv/other-data /home/ada
    install -d -o site -m 700 /var/lib/site /var/lib/site-api /var/lib/site-store
    for file in site/messages site-api/messages site-store/uploads; do install -o site -m 600 /etc/hostname /var/lib/$file; done
    echo private > /home/ada/notes
    echo private > /tmp/of-others
    touch /dev/disk-of-the-machine
    install -m 4755 /usr/bin/id /usr/local/bin/id-of-root
    cat > /srv/attempts <<'END'\n${program}\ntrue\nEND`);
});

test.afterAll(() => machine?.stop());

/** The attempts that succeed in a unit that runs the attacker's program. */
async function possibleIn(unit: string, settings: string): Promise<readonly string[]> {
  const attacked = settings
    .replace(/^ExecStart=.*$/m, 'ExecStart=/bin/sh /srv/attempts\nType=oneshot\nStandardOutput=file:/run/attempts.out')
    .replaceAll(/^(?:ExecStartPre|Restart|Watchdog|LogNamespace).*\n/gm, '');
  const output = await machine.run(`
    cat > /etc/systemd/system/attacked-${unit} <<'END'\n${attacked}\nEND
    systemctl daemon-reload
    systemctl start attacked-${unit}
    cat /run/attempts.out; rm /run/attempts.out`);
  return output.trim().split('\n');
}

test('without a unit’s walls, every attempt succeeds', async () => {
  const plain = '[Service]\nUser=site\nStateDirectory=plain\nExecStart=';
  expect(await possibleIn('plain.service', plain)).toEqual(Object.keys(attempts));
});

for (const [unit, possible] of Object.entries(allowed)) {
  test(`anyone who breaks into ${unit} gets no further than it needs`, async () => {
    const settings = await machine.run(`cat /srv/site/docs/deploy/${unit}`);
    const expected = Object.keys(attempts).filter((name) => possible.includes(name));
    expect(await possibleIn(unit, settings)).toEqual(expected);
  });
}

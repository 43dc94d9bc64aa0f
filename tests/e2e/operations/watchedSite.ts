import { metricsToken } from '@site/testkit/alerts.ts';
import { installSite } from '@site/testkit/deploy/installSite.ts';
import { projectInside, type SystemdMachine } from '@site/testkit/deploy/SystemdMachine.ts';
import { WatchedMachine, type Watchers } from '@site/testkit/deploy/WatchedMachine.ts';
import { nginxInside } from './nginxInside.ts';

/** The Node of a machine with the site. */
export const node = '/srv/site/node_modules/.bin/node';
const certificates = '/etc/letsencrypt/live/www.example.com';

/** Runs a program of ECMAScript in a unit. */
export const programUnit = (unit: string, program: string): string =>
  `systemd-run --quiet --unit=${unit} ${node} --input-type=module --eval '${program}'`;

/** Runs a shell script in a unit. */
export const scriptUnit = (unit: string, script: string): string => `
cat > /run/${unit} <<'END'
${script}
END
systemd-run --quiet --unit=${unit} bash /run/${unit}`;

/** Runs a program as the site's user. */
export const asSite = (program: string): string =>
  `sudo -u site ${node} --input-type=module <<'PROGRAM'\n${program}\nPROGRAM\n`;

/** Changes the API's database. */
export const inDatabase = (statements: string): string =>
  asSite(`import { DatabaseSync } from 'node:sqlite';
    new DatabaseSync('/var/lib/site-api/site.sqlite', { timeout: 5000 }).exec(${JSON.stringify(statements)});`);

/** Waits for an address to answer. */
export const untilAnswers = (url: string): string => `until curl -fs -o /dev/null ${url}; do sleep 0.1; done`;

/** A CDN that takes every purge. */
export const startCdn = programUnit(
  'cdn',
  `import { createServer } from "node:http"; createServer((_, response) => response.end()).listen(8099, "127.0.0.1");`,
);

/** A mail server that refuses every mail from one SIGUSR2 to the next. */
const startMail = programUnit(
  'mail',
  `import { startMailServer } from "${projectInside}/tests/testkit/src/startMailServer.ts";
  const mail = await startMailServer(2525);
  let refusal;
  process.on("SIGUSR2", () => mail.refuse((refusal = refusal ? undefined : 550)));`,
);

/** Visitors of both servers, each from another address. Those of the first read and write, those of the second only read. */
const visitors = `visitor=0
while :; do
  visitor=$((visitor + 1))
  from="x-forwarded-for: 10.$((visitor / 65536 % 256)).$((visitor / 256 % 256)).$((visitor % 256))"
  get() { curl -s -m 20 -o /dev/null -H "$from" "$@" & }
  get http://127.0.0.1:3000/en
  get http://127.0.0.1:3000/fr/blog
  get http://127.0.0.1:3000/api/v1/blog/en
  get http://127.0.0.1:3001/en
  get http://127.0.0.1:3001/fr/blog
  get http://127.0.0.1:3000/api/v1/contact -H "content-type: application/json" -H "cookie: XSRF-TOKEN=a-token-of-a-visitor" \\
    -H "x-xsrf-token: a-token-of-a-visitor" \\
    -d "{\\"name\\":\\"Ada Lovelace\\",\\"email\\":\\"ada@example.org\\",\\"subject\\":\\"Message $visitor\\",\\"message\\":\\"The words of message $visitor.\\"}"
  sleep 1
done`;

/**
 * Boots a machine with everything that docs/deploy/prometheus.yml knows: two servers of the site, of which the second follows a
 * store of its own and tells a CDN what changes, the API, the release service, and nginx; with visitors, and watched.
 */
export async function startWatchedSite(
  nginx: string,
  watchers: Watchers,
): Promise<{ readonly machine: SystemdMachine; readonly watch: WatchedMachine }> {
  const machine = await installSite({
    METRICS_TOKEN: metricsToken,
    API_ORIGIN: 'http://127.0.0.1:3100',
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_TO: 'team@example.com',
    MAIL_FROM: 'site@example.com',
  });
  // The database of the API has a small disk of its own.
  await machine.run(`
    install -d -o site -g site -m 700 /var/lib/site-api
    mount -t tmpfs -o size=1g,mode=700 tmpfs /var/lib/site-api
    chown site:site /var/lib/site-api
    mkdir /etc/site
    ${startMail}
    ${startCdn}
    systemctl start site-api
    ${fill}`);
  await startServers(machine);
  await startNginx(machine, nginx);
  await machine.run(scriptUnit('visitors', visitors));
  const watch = await WatchedMachine.start(machine, watchers, {
    token: metricsToken,
    sites: ['127.0.0.1:3000', '127.0.0.1:3001'],
    trusted: '/etc/site/certificates.pem',
  });
  return { machine, watch };
}

/** Makes the database larger than one that is rewritten after each deletion. */
const fill = inDatabase(`
  create table filler (bytes);
  with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 140)
    insert into filler select zeroblob(1000000) from counted`);

/** A team's `npx site`, with its key. */
const team = `#!/bin/sh
cd /srv/site
exec sudo -u site env HOME=/srv/team SITE_ORIGIN=https://www.example.com DATA_DIR=/srv/team/data RELEASES=/srv/releases \\
  TRUSTED_KEYS=/etc/site/trusted.json RELEASE_KEY=/srv/team/owner.key PROMOTE_KEY=/srv/team/owner.key \\
  ${node} platform/cli/bin/site.cjs "$@"`;

/** What makes a second server of docs/deploy/site.service. */
const second = [
  's|SERVERS=auto DATA_DIR=/var/lib/site RELEASES=/srv/releases|PORT=3001 SERVERS=1 DATA_DIR=/var/lib/site-second RELEASES=/srv/second CDN_PURGE=http://127.0.0.1:8099/purge|',
  's|^StateDirectory=.*|StateDirectory=site-second|',
  's|^LimitNOFILE=.*|LimitNOFILE=512|',
];

/** The first server's releases are signed; the second's are the same, without a key to check them. */
async function startServers(machine: SystemdMachine): Promise<void> {
  await machine.run(`
    cd /srv/site
    install -d -o site -g site /srv/team
    cat > /usr/local/bin/team <<'END'\n${team}\nEND
    chmod +x /usr/local/bin/team
    echo '{}' > /etc/site/trusted.json
    team keys new owner --apps shell,marketing,blog,contact --key /srv/team/owner.key --json > /run/trusted.json
    cp /run/trusted.json /etc/site/trusted.json
    cp /run/trusted.json /etc/site-keys.json
    team publish shell --folder dist/shell --no-browser --promote
    for app in marketing blog contact; do
      team publish $app --folder dist/$app --no-browser --promote & publishing="$publishing $!"
    done
    for id in $publishing; do wait $id; done
    mkdir /etc/systemd/system/site.service.d
    printf '[Service]\\nEnvironment=TRUSTED_KEYS=/etc/site/trusted.json\\n' > /etc/systemd/system/site.service.d/keys.conf
    sed ${second.map((change) => `-e '${change}'`).join(' ')} docs/deploy/site.service > /etc/systemd/system/site-second.service
    cp -rp /srv/releases /srv/second
    systemctl daemon-reload
    systemctl start site site-second site-store
    for port in 3000 3001 3100 3200; do ${untilAnswers('http://127.0.0.1:$port/readyz')}; done`);
}

/** nginx, with a certificate for two months, and one beside it that ends in ten days. */
async function startNginx(machine: SystemdMachine, nginx: string): Promise<void> {
  await machine.run(`
    ${nginxInside(nginx)}
    certificate() {
      openssl req -x509 -newkey rsa:2048 -nodes -subj /CN=www.example.com -addext subjectAltName=DNS:www.example.com \\
        -days $2 -out $1.pem -keyout $1-key.pem 2> /dev/null
    }
    cd /etc/site
    certificate new 60
    certificate old 10
    cat new.pem old.pem > certificates.pem
    cp new.pem ${certificates}/fullchain.pem
    cp new-key.pem ${certificates}/privkey.pem
    # As often as it sends its message here, the monitor would soon be refused: each comes from another address.
    sed 's/X-Forwarded-For .*;/X-Forwarded-For $probe;/' /srv/site/docs/deploy/nginx.conf > /etc/nginx/conf.d/site.conf
    echo 'map $msec $probe { "~(.).(.)(.)(.)$" 10.200.1$1$2.1$3$4; }' > /etc/nginx/conf.d/probe.conf
    cp /srv/site/docs/deploy/nginx-main.conf /etc/nginx/nginx.conf
    echo 127.0.0.1 www.example.com >> /etc/hosts
    systemctl start nginx
    ${untilAnswers('--insecure https://www.example.com/en')}`);
}

/** Makes nginx show one of its two certificates. */
export const showCertificate = (name: 'new' | 'old'): string => `
  cp /etc/site/${name}.pem ${certificates}/fullchain.pem
  cp /etc/site/${name}-key.pem ${certificates}/privkey.pem
  systemctl reload nginx`;

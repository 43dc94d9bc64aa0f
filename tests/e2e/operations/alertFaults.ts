import { metricsToken } from '@site/testkit/alerts.ts';
import { projectInside } from '@site/testkit/deploy/SystemdMachine.ts';
import {
  asSite,
  inDatabase,
  node,
  programUnit,
  scriptUnit,
  showCertificate,
  startCdn,
  untilAnswers,
} from './watchedSite.ts';

/** A real fault, and the alerts that it raises: each once. The scripts run in the machine, as root. */
export interface Fault {
  readonly name: string;
  readonly alerts: readonly string[];
  readonly cause: string;
  readonly cure: string;
}

const messages = (command: string): string =>
  `cd /srv/site; sudo -u site env DATA_DIR=/var/lib/site-api ${node} platform/cli/bin/site.cjs messages ${command}`;

const withToken = `-H 'authorization: Bearer ${metricsToken}'`;

const mainProcess = (unit: string): string => `$(systemctl show --property MainPID --value ${unit})`;

/** Makes a variant of an app the only live version of the second server. */
const goesLive = (app: string, change: string): string =>
  asSite(`import { addVariant, setLive } from "${projectInside}/tests/testkit/src/site/faults/variant.ts";
    await setLive("/srv/second", "${app}", await addVariant("/srv/second", "${app}", ${change}));`);

const goesBack = (app: string): string => `cp -p /srv/releases/${app}/current.json /srv/second/${app}/current.json`;

const liveBlog = `$(curl -fs http://127.0.0.1:3000/live.json | sed -E 's/.*"blog": ?"([^"]+)".*/\\1/')`;

/** Nobody notices these but the operator. */
const unnoticed: readonly Fault[] = [
  {
    // Half an hour, and the day after which a mail is given up, have passed once the database says so.
    name: 'the mail server refuses mails, one for half an hour, others for more than a day',
    alerts: ['SiteMailDead', 'SiteMailFails', 'SiteMailWaits'],
    cause: `
      systemctl kill --signal=USR2 mail
      until [ $(curl -fs ${withToken} http://127.0.0.1:3100/metrics | sed -n 's/^site_outbox_mails{kind="notice",state="waiting"} //p') -ge 5 ]; do sleep 0.5; done
      ${inDatabase(`
        update messages set received_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-31 minutes')
          where id = (select min(message_id) from outbox where state = 'waiting');
        update outbox set failing_since = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-25 hours'), due_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
          where state = 'waiting' and message_id > (select min(message_id) from outbox where state = 'waiting')`)}`,
    cure: `systemctl kill --signal=USR2 mail; ${messages('retry --all')}`,
  },
  {
    name: 'a large database can’t be rewritten after a deletion',
    alerts: ['SiteDeletedRemains'],
    cause: messages(`delete $(${messages('list')} | sed -E 's/^[^ ]+  ([^ ]+)  .*/\\1/' | head -1)`),
    cure: inDatabase(
      'pragma secure_delete = on; drop table filler; vacuum; pragma user_version = 1; pragma wal_checkpoint(truncate)',
    ),
  },
  {
    name: 'a certificate isn’t renewed',
    alerts: ['SiteCertificateExpires'],
    cause: showCertificate('old'),
    cure: showCertificate('new'),
  },
  {
    name: 'what is live is signed for ten days',
    alerts: ['SitePointerExpires'],
    cause: `team promote blog ${liveBlog} --days 10`,
    cure: `team promote blog ${liveBlog}`,
  },
  {
    name: 'the release service stops',
    alerts: ['SiteReleaseServiceDown'],
    cause: 'systemctl stop site-store',
    cure: 'systemctl start site-store',
  },
  {
    name: 'a release fails in browsers',
    alerts: ['SiteReleaseFailsInBrowsers'],
    // Until the fault ends: Prometheus sees no increase in what is there when it first looks, however late that is.
    cause: scriptUnit(
      'reports',
      `while :; do
        number=$((number % 250 + 1))
        curl -fs http://127.0.0.1:3001/beacon -H "x-forwarded-for: 10.100.0.$number" -H 'content-type: text/plain' \\
          -d "{\\"failure\\":{\\"remote\\":\\"blog\\",\\"release\\":\\"${liveBlog}\\"}}"
        sleep 0.5
      done`,
    ),
    cure: 'systemctl stop reports',
  },
  {
    name: 'one server follows another release than the others, can’t tell the CDN, and then loses its store',
    alerts: ['SiteCdnLate', 'SiteReleasesDiffer', 'SiteStoreUnreadable'],
    cause: `systemctl stop cdn
      ${goesLive('contact', '{}')}
      until curl -fs http://127.0.0.1:3001/live.json | grep -q variant; do sleep 0.1; done
      mv /srv/second /srv/away`,
    cure: `mv /srv/away /srv/second; ${goesBack('contact')}; ${startCdn}`,
  },
];

const formsFail = ['SiteApiFails', 'SiteFormsFail', 'SiteProbeFails'];

export const rounds: readonly (readonly Fault[])[] = [
  unnoticed,
  [
    {
      name: 'the API stops',
      alerts: [...formsFail, 'SiteApiDown', 'SiteNewsFail'],
      cause: 'systemctl stop site-api',
      cure: `systemctl start site-api; ${untilAnswers('http://127.0.0.1:3100/readyz')}`,
    },
    {
      name: 'a machine is so busy that a process often waits for it',
      alerts: ['SiteEventLoopDelayed'],
      cause: scriptUnit(
        'busy',
        `process=${mainProcess('site-store')}
        while :; do kill -STOP $process; sleep 0.4; kill -CONT $process; sleep 0.1; done`,
      ),
      cure: `systemctl stop busy; kill -CONT ${mainProcess('site-store')}`,
    },
    {
      name: 'a release that doesn’t fit the shell goes live on a server, with none before it',
      alerts: ['SiteReleaseFails', 'SiteRemoteGone'],
      cause: goesLive('contact', '{ manifest: { contract: 99 } }'),
      cure: goesBack('contact'),
    },
  ],
  [
    {
      name: 'the disk of the database is full',
      alerts: [...formsFail, 'SiteApiDown', 'SiteDiskFull', 'SiteDiskLow'],
      cause: 'head -c 2G /dev/zero > /var/lib/site-api/filler || true',
      cure: 'rm /var/lib/site-api/filler',
    },
    {
      name: 'a release of one server throws at each page, and its renderers are killed',
      alerts: ['SitePagesStale', 'SiteReleaseFails', 'SiteReleasesDiffer', 'SiteWorkersLost'],
      cause: `
        ${goesLive('marketing', '{ server: { page: `{ ...page, component: () => { throw new Error("broken on purpose") } }` } }')}
        for time in $(seq 6); do pkill -KILL --parent ${mainProcess('site-second')} || true; sleep 1; done`,
      cure: goesBack('marketing'),
    },
  ],
  [
    {
      name: 'another program locks the database',
      alerts: [...formsFail, 'SiteApiDown', 'SiteDatabaseDown'],
      cause: programUnit(
        'lock',
        'import { DatabaseSync } from "node:sqlite"; new DatabaseSync("/var/lib/site-api/site.sqlite").exec("begin immediate"); setInterval(() => {}, 1000)',
      ),
      cure: 'systemctl stop lock',
    },
    {
      name: 'a server stops',
      alerts: ['SiteDown'],
      cause: 'systemctl stop site-second',
      cure: `systemctl start site-second; ${untilAnswers('http://127.0.0.1:3001/readyz')}`,
    },
  ],
];

/** Alerts that only their rule's test raises, and why no fault does. */
export const notCaused: Readonly<Record<string, string>> = {
  SitePagesFail: 'takes a crowd, which on a small machine also starves scrapes',
  SitePagesSlow: 'takes a crowd',
  SiteRefuses: 'takes a crowd',
  SiteConnectionsRefused: 'Prometheus is refused, too, so that its rule sees the fault only afterwards, or never',
  SiteRestarts: 'takes three starts in half a minute, which only a quiet machine manages',
  SiteDescriptorsLow: 'takes a leak: servers keep their connections to a part of the descriptors',
};

import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { serverAddresses } from '@site/api/databaseAddress.ts';
import type { SettingName } from '@site/node/settingNames.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { isHttpLocation } from '@site/releases/store/storeKind.ts';
import { about, type Configured, type SettingFinding } from './SettingFinding.ts';

/** How long another machine may take to answer, in milliseconds. */
const patience = 1_000;

const ports: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'redis:': 6379,
  'rediss:': 6379,
  'smtp:': 587,
  'smtps:': 465,
};

/** Whether the machines of the settings can be reached from here. Their secrets aren't sent. */
export async function addressFindings({ program, settings }: Configured): Promise<readonly SettingFinding[]> {
  const { API_ORIGIN, SITE_ORIGIN, RELEASES = '', SHARED_MEMORY, CDN_PURGE, OTEL_EXPORTER_OTLP_ENDPOINT } = settings;
  const hasDatabase = program === 'api' || (program === 'site' && !API_ORIGIN);
  const addresses: readonly (readonly [SettingName, string | undefined])[] = [
    ...(program === 'site'
      ? ([
          ['API_ORIGIN', API_ORIGIN],
          ['SHARED_MEMORY', SHARED_MEMORY],
          ['CDN_PURGE', CDN_PURGE],
        ] as const)
      : []),
    ...(program !== 'api' && isHttpLocation(RELEASES) ? ([['RELEASES', RELEASES]] as const) : []),
    ...(hasDatabase && settings.DATABASE_URL
      ? serverAddresses(settings.DATABASE_URL).map((address) => ['DATABASE_URL', address] as const)
      : []),
    ...(hasDatabase ? ([['SMTP_URL', settings.SMTP_URL]] as const) : []),
    ...(settings.NOTICES ?? []).flatMap((target) => (target.kind === 'mail' ? [] : [['NOTICES', target.url] as const])),
    ['OTEL_EXPORTER_OTLP_ENDPOINT', OTEL_EXPORTER_OTLP_ENDPOINT],
  ];
  const reached = addresses.map(async ([setting, address]) => (address ? [await reach(setting, address)] : []));
  return [...(await originFindings(program, SITE_ORIGIN)), ...(await Promise.all(reached)).flat()];
}

async function originFindings(
  program: Configured['program'],
  origin: string | undefined,
): Promise<readonly SettingFinding[]> {
  const { fine, warning } = about('SITE_ORIGIN');
  if (origin === undefined)
    return program === 'site'
      ? [warning('not set: search engines and feeds get http://HOST:PORT as the site’s address')]
      : [];
  if (isOwnMachine(origin)) return [fine(origin)];
  const isResolved = await Promise.race([
    lookup(new URL(origin).hostname.replaceAll(/[[\]]/g, '')).then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, patience, false).unref()),
  ]);
  return [
    isResolved ? fine(origin) : warning(`the name of ${origin} can’t be resolved from here`),
    ...(origin.startsWith('https:') ? [] : [warning(`visitors’ messages to ${origin} aren’t encrypted: use https`)]),
  ];
}

/** Opens a connection and closes it. */
async function reach(setting: SettingName, address: string): Promise<SettingFinding> {
  const { protocol, hostname, port } = new URL(address);
  const host = decodeURIComponent(hostname).replaceAll(/[[\]]/g, '');
  const { fine, warning } = about(setting);
  // PostgreSQL's socket: its folder is the host.
  if (host === '' || host.startsWith('/')) return fine('a socket of this machine');
  const place = `${hostname}:${port || ports[protocol]}`;
  const socket = connect({ host, port: Number(port) || ports[protocol] || 0 });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(patience) });
    return fine(`${place} can be reached`);
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'AbortError';
    const reason = !isLate && error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
    return warning(`${place} can’t be reached from here now (${reason})`);
  } finally {
    socket.destroy();
  }
}

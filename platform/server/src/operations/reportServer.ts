import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { serverReports } from '@site/releases/limits.ts';
import { removeEarlierSite } from '@site/releases/runningSite.ts';
import { ServerLog, type ServerReport } from '@site/releases/ServerLog.ts';
import type { FastifyInstance } from 'fastify';
import { audienceOf, reportsFolder, type Settings } from '../settings.ts';

/** The settings that say where a server reports, and for which site. */
type ReportSettings = Pick<Settings, 'DATA_DIR' | 'REPORTS' | 'RELEASES' | 'TRUSTED_KEYS' | 'SITE_ORIGIN'>;

/** What is asked what to report. */
interface ReportingServer extends Pick<FastifyInstance, 'description'> {
  readonly log: { readonly warn: (error: unknown, text: string) => void };
}

/** Which server it is. */
type ReportedPlace = Pick<ServerReport, 'address' | 'number' | 'origin'>;

/**
 * Tells commands and the control room that this server runs, and what it shows, until it stops: when that changes, and now and then
 * to say that it is still there. Requests write nothing.
 *
 * @returns removes the report, before the server stops
 */
export async function reportServer(
  { log, description }: ReportingServer,
  settings: ReportSettings,
  place: ReportedPlace,
): Promise<() => Promise<void>> {
  const reports = reportsFolder(settings);
  const servers = new ServerLog(reports);
  const { platform, wall } = description;
  const server = {
    ...place,
    id: randomUUID(),
    host: hostname(),
    audience: audienceOf(settings),
    since: new Date().toISOString(),
    platform,
    wall,
  };
  let shown = '';
  let wroteAt = Number.NEGATIVE_INFINITY;
  let isUnwritable = false;
  const write = async (condition: ReportingServer['description']['condition']) => {
    const apps = description.apps();
    const now = JSON.stringify(apps);
    if (now === shown && performance.now() - wroteAt < serverReports.beat) return;
    [shown, wroteAt] = [now, performance.now()];
    try {
      await servers.write({ ...server, apps, ...(await condition()) });
      isUnwritable = false;
    } catch (error) {
      if (!isUnwritable) log.warn(error, 'What this server shows can’t be written for commands and the control room.');
      isUnwritable = true;
    }
  };
  // Visitors don't wait for its checks, some of which ask other machines: they follow a moment later.
  await write(async () => ({ ready: true, problems: [] }));
  wroteAt = Number.NEGATIVE_INFINITY;
  await Promise.all([servers.clean(server), removeEarlierSite(reports)]).catch(() => {});
  let writing: Promise<void> | undefined;
  const timer = setInterval(() => {
    // One at a time, however slow the disk is.
    writing ??= write(description.condition).finally(() => {
      writing = undefined;
    });
  }, serverReports.change).unref();
  return async () => {
    clearInterval(timer);
    await writing;
    await servers.remove(server).catch(() => {});
  };
}

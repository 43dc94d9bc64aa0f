import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/folders.ts';
import { type NginxOptions, type RunningNginx, runNginx } from './runNginx.ts';

/** What to start. */
export interface ProxyOptions extends Omit<NginxOptions, 'site'> {
  /** Origins of the two servers. */
  readonly servers: readonly [string, string];
}

/** Starts nginx in front of site servers, set up as docs/deploy/nginx.conf says, without TLS: no certificate is at hand. */
export const startNginx = ({ servers, ...options }: ProxyOptions): Promise<RunningNginx> =>
  runNginx({ ...options, site: (port) => siteConfiguration(port, servers, options.folder) });

/** The documented configuration for other addresses. */
async function siteConfiguration(port: number, servers: readonly [string, string], folder: string): Promise<string> {
  const [first, second] = servers.map((origin) => new URL(origin).host);
  const changes: readonly (readonly [RegExp, string])[] = [
    [/127\.0\.0\.1:3001\b/, first ?? ''],
    [/127\.0\.0\.1:3002\b/, second ?? ''],
    [/^server \{\n {4}listen 80;.*?^\}\n/ms, ''],
    [/^ *listen \[::\]:443.*\n/m, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/^ *ssl_.*\n/gm, ''],
    [/\/var\/cache\/nginx\/site/, join(folder, 'cache')],
  ];
  let text = await readFile(join(root, 'docs/deploy/nginx.conf'), 'utf8');
  for (const [pattern, replacement] of changes) {
    const changed = text.replace(pattern, replacement);
    if (changed === text) throw new Error(`docs/deploy/nginx.conf has nothing that matches ${pattern}.`);
    text = changed;
  }
  return text;
}

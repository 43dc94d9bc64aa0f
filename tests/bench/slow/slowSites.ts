import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNginx, runNginx } from '@site/testkit/nginx.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { slowLink } from './slowLink.ts';

/** A site's server, without HTTPS. */
interface StartedServer {
  readonly origin: string;
  readonly stop: () => unknown;
}

/** A site as a visitor reaches it: over HTTPS and HTTP/2, through the slow network. */
export interface SlowSite {
  readonly name: string;
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/**
 * Puts nginx and the slow network in front of a site.
 *
 * @param start starts the site's server for its public origin
 * @throws {Error} when there is no nginx and none can be downloaded
 */
export async function slowSite(name: string, start: (origin: string) => Promise<StartedServer>): Promise<SlowSite> {
  const program = await findNginx();
  if (!program) throw new Error('There is no nginx. Install it, for example with: apt-get install nginx-light');
  const folder = await temporaryFolder('bench-slow');
  const certificate = { file: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const files = ['-out', certificate.file, '-keyout', certificate.key];
  const subject = ['-subj', '/CN=localhost', '-days', '2'];
  await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
  let nginxPort = 0;
  const link = await slowLink(() => nginxPort);
  const origin = `https://127.0.0.1:${link.port}`;
  const started: (() => unknown)[] = [link.stop, () => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of started.splice(0)) await end();
  };
  try {
    const server = await start(origin);
    started.push(server.stop);
    const site = (port: number) => configuration(port, server.origin, certificate);
    const nginx = await runNginx({ program, folder, certificate, workers: 1, site });
    started.unshift(nginx.stop);
    nginxPort = Number(new URL(nginx.origin).port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { name, origin, stop };
}

/**
 * What docs/deploy/nginx.conf says, without its limits: they count visitors. nginx keeps little that is ready to be sent, so that what a
 * visitor asks for next doesn't wait behind it.
 */
const configuration = (port: number, server: string, { file, key }: { file: string; key: string }): string => `
server {
  listen 127.0.0.1:${port} ssl http2 sndbuf=16k;
  ssl_certificate ${file};
  ssl_certificate_key ${key};
  ssl_protocols TLSv1.2 TLSv1.3;
  http2_chunk_size 4k;
  location / {
    proxy_pass ${server};
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header X-Forwarded-Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
  }
}
`;

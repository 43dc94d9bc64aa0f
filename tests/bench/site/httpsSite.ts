import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findNginx, runNginx } from '@site/testkit/nginx.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';

/** A site's server, without HTTPS. */
interface StartedServer {
  readonly origin: string;
  readonly stop: () => unknown;
}

/** A site as a visitor reaches it: over HTTPS and HTTP/2. */
export interface HttpsSite {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** What visitors connect to instead of nginx's port: leads to the port that `target` returns, once it is known. */
type Link = (target: () => number) => Promise<{ readonly port: number; readonly stop: () => void }>;

/** Chromium's flags for the sites' own certificates. */
export const certificateFlags = ['--ignore-certificate-errors'];

/**
 * Puts nginx in front of a site.
 *
 * @param start starts the site's server for its public origin
 * @param link the network between visitors and nginx; default: none
 * @throws {Error} when there is no nginx and none can be downloaded
 */
export async function httpsSite(
  start: (origin: string) => Promise<StartedServer> | StartedServer,
  link?: Link,
): Promise<HttpsSite> {
  const program = await findNginx();
  if (!program) throw new Error('There is no nginx. Install it, for example with: apt-get install nginx-light');
  const folder = await temporaryFolder('bench-https');
  const started: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of started.splice(0).reverse()) await end();
  };
  try {
    const certificate = { file: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
    const files = ['-out', certificate.file, '-keyout', certificate.key];
    const subject = ['-subj', '/CN=localhost', '-days', '2'];
    await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files]);
    let nginxPort = 0;
    const linked = await link?.(() => nginxPort);
    if (linked) started.push(linked.stop);
    const site = async (port: number) => {
      nginxPort = port;
      const server = await start(`https://127.0.0.1:${linked?.port ?? port}`);
      started.push(server.stop);
      return configuration(port, server.origin, certificate);
    };
    const nginx = await runNginx({ program, folder, certificate, workers: 1, site });
    started.push(nginx.stop);
    return { origin: `https://127.0.0.1:${linked?.port ?? nginxPort}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TimedResponse } from '@site/testkit/measure/timedRequest.ts';
import { findNginx, type RunningNginx, runNginx } from '@site/testkit/nginx.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';

/** Headers that nginx writes itself. */
const written = ['content-length', 'content-encoding', 'content-type', 'etag', 'date', 'connection', 'keep-alive'];

/**
 * Serves a compressed page and its headers with nginx from a file.
 *
 * @param workers as many as the site has processes
 * @throws {Error} when there is no nginx and none can be downloaded
 */
export async function staticNginx({ body, headers }: TimedResponse, workers = 1): Promise<RunningNginx> {
  const program = await findNginx();
  if (!program) throw new Error('There is no nginx. Install it, for example with: apt-get install nginx-light');
  const folder = await temporaryFolder('bench-nginx');
  const files = join(folder, 'files');
  await mkdir(files);
  await writeFile(join(files, 'page.html'), '');
  await writeFile(join(files, 'page.html.gz'), body);
  const added = Object.entries(headers)
    .filter(([name]) => !written.includes(name))
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}";`);
  const nginx = await runNginx({ program, folder, workers, site: (port) => configuration(port, files, added) });
  const stop = async () => {
    await nginx.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...nginx, stop };
}

const configuration = (port: number, files: string, headers: readonly string[]): string => `
server {
  listen 127.0.0.1:${port};
  root ${files};
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=10;
  default_type "text/html; charset=utf-8";
  gzip_static always;
  ${headers.join('\n  ')}
  location / { try_files /page.html =404; }
}
`;

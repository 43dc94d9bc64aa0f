import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a folder like a static host, without any program of the site. */
export async function startStaticHost(folder: string): Promise<{ origin: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const extension = extname(path);
    const headers = { ...(await headersOfAll(folder)), 'content-type': types[extension] ?? 'application/octet-stream' };
    const file = join(folder, extension ? path : join(path, 'index.html'));
    const content = await readFile(file).catch(() => undefined);
    if (content) response.writeHead(200, headers).end(content);
    else
      response
        .writeHead(404, { ...headers, 'content-type': 'text/html' })
        .end(await readFile(join(folder, '404.html')).catch(() => ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${port}`, stop };
}

/** The headers in `_headers` for every address. */
async function headersOfAll(folder: string): Promise<Record<string, string>> {
  const rules = await readFile(join(folder, '_headers'), 'utf8').catch(() => '');
  const [, rule = ''] = rules.split(/^\/\*\n|\n\n/m);
  return Object.fromEntries(
    [...rule.matchAll(/^ {2}([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

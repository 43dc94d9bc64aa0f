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
    const rules = await readFile(join(folder, '_headers'), 'utf8').catch(() => '');
    const headers = {
      ...Object.fromEntries(headersAt(rules, path)),
      'content-type': types[extension] ?? 'application/octet-stream',
    };
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

/** The headers of a static host that reads `_headers`, from every rule that matches an address. */
export function headersAt(rules: string, path: string): Headers {
  const headers = new Headers();
  for (const rule of rules.trim().split('\n\n')) {
    const [pattern = '', ...lines] = rule.split('\n');
    if (pattern.endsWith('*') ? !path.startsWith(pattern.slice(0, -1)) : path !== pattern) continue;
    for (const line of lines) headers.append(...(line.trim().split(/: (.*)/, 2) as [string, string]));
  }
  return headers;
}

import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import mime from 'mime';

/** Serves another site's built files as a CDN does: from memory, texts with the best Brotli. */
export async function serveFolder(folder: string): Promise<{ readonly origin: string; readonly stop: () => void }> {
  const known = new Map<string, { readonly headers: Record<string, string>; readonly body: Buffer }>();
  const read = async (path: string) => {
    const file = extname(path) ? path : join(path, 'index.html');
    const content = await readFile(join(folder, normalize(`/${file}`)));
    const type = mime.getType(file) ?? 'application/octet-stream';
    const isText = /text|javascript|json|xml/.test(type);
    const headers = {
      'content-type': isText ? `${type}; charset=utf-8` : type,
      'cache-control': extname(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=0',
      ...(isText && { 'content-encoding': 'br' }),
    };
    return { headers, body: isText ? brotliCompressSync(content) : content };
  };
  const server = createServer(async ({ url = '/' }, response) => {
    const [path = '/'] = url.split('?');
    try {
      const answer = known.get(path) ?? (await read(path));
      known.set(path, answer);
      response.writeHead(200, answer.headers).end(answer.body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

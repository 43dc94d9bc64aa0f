import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { compile } from '@site/bundling/build.ts';
import { root } from '@site/bundling/project.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import type { ServedSite } from '../../site/serve.ts';

const script = '/plain.js';

/** Serves the plain React app with the pages of a running site: their HTML and style sheets, without their scripts. */
export async function servePlainApp(origin: string): Promise<ServedSite> {
  const folder = await temporaryFolder('plain-app');
  await compile([
    {
      mode: 'production',
      context: root,
      entry: join(root, 'tests/bench/navigation/plain/app.ts'),
      output: { path: folder, filename: script.slice(1) },
      module: { rules: [{ test: /\.ts$/, type: 'javascript/auto', loader: 'builtin:swc-loader' }] },
    },
  ]);
  const code = await readFile(join(folder, script));
  await rm(folder, { recursive: true, force: true });
  const server = createServer(async ({ url = '/' }, response) => {
    if (url === script) return response.setHeader('content-type', 'text/javascript').end(code);
    const answer = await fetch(origin + url).catch(() => new Response(null, { status: 502 }));
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': type, 'cache-control': 'max-age=600' });
    response.end(type.startsWith('text/html') ? withPlainApp(String(body)) : body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = async () => void server.close();
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** A page with whole style sheets, and the plain app as its only script. */
function withPlainApp(html: string): string {
  return html
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/(<link [^>]*rel="stylesheet"[^>]*?) disabled(="")?/g, '$1')
    .replace(/(<link [^>]*rel="stylesheet"[^>]*?) media="[^"]*"/g, '$1')
    .replace('</body>', `<script src="${script}"></script></body>`);
}

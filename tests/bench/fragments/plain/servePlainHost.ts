import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compile } from '@site/bundling/build.ts';
import { shellInBrowser } from '@site/bundling/bundles/shell.ts';
import { shell } from '@site/bundling/project.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';

/** A server without a name. */
interface Served {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

const publicPath = '/plain/';

/** Serves the documents of a running site without their HTML and scripts: `host.tsx` makes the page. Other files are the site's. */
export async function servePlainHost(origin: string): Promise<Served> {
  const folder = await temporaryFolder('plain-host');
  const shellsOwn = shellInBrowser({ app: shell, platform: 'browser', mode: 'production', publicPath, output: folder });
  const entry = { host: join(import.meta.dirname, 'host.tsx') };
  await compile([{ ...shellsOwn, entry, cache: false, output: { ...shellsOwn.output, filename: '[name].js' } }]);
  const server = createServer(async ({ url = '/' }, response) => {
    const isOwn = url.startsWith(publicPath);
    const answer = isOwn ? undefined : await fetch(origin + url).catch(() => new Response(null, { status: 502 }));
    const type = answer?.headers.get('content-type') ?? 'text/javascript';
    const body = answer
      ? Buffer.from(await answer.arrayBuffer())
      : await readFile(join(folder, 'web', url.slice(publicPath.length)));
    response.writeHead(answer?.status ?? 200, {
      'content-type': type,
      'content-encoding': 'gzip',
      'cache-control': 'max-age=600',
    });
    response.end(gzipSync(type.startsWith('text/html') ? composedInBrowser(String(body)) : body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A document with its data and whole style sheets, an empty place, and the host's script. */
function composedInBrowser(html: string): string {
  const boot = /<script type="application\/json" id="boot">.*?<\/script>/s.exec(html)?.[0] ?? '';
  const head = html.slice(0, html.indexOf('</head>'));
  const styled = head
    .replace(/<script\b[^>]*>.*?<\/script>/gs, '')
    .replace(/<link [^>]*rel="stylesheet"[^>]*disabled[^>]*>(<style\b[^>]*>.*?<\/style>)?/gs, (link) =>
      link
        .replace(/<style.*/s, '')
        .replace(/ disabled(="")?/, '')
        .replace(/ media="[^"]*"/, ''),
    );
  return `${styled}</head><body><div id="site"></div>${boot}<script type="module" src="${publicPath}host.js"></script></body></html>`;
}

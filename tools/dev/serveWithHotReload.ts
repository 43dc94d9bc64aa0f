import type { MultiCompiler } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import type { Settings } from '../../shell/server/settings.ts';
import type { ComponentPage } from './componentPage.ts';

/** The server that a developer's browser talks to. */
export interface HotReloadServer {
  /** Names the origin of the site server, which answers for everything but the compiled files. */
  sendPagesTo(origin: string): void;
  stop(): Promise<void>;
}

const socketPath = '/_hot';

/**
 * Serves what the compiler makes for browsers and tells open pages of every change.
 *
 * @param assetPaths where the compiled files are
 * @param components a page of this server's own
 */
export async function serveWithHotReload(
  compiler: MultiCompiler,
  assetPaths: readonly string[],
  { PORT, HOST }: Settings,
  components: ComponentPage,
): Promise<HotReloadServer> {
  let siteOrigin = '';
  const isOwn = (path: string) => [...assetPaths, socketPath].some((own) => path.startsWith(own));
  const server = new RspackDevServer(
    {
      host: HOST,
      port: PORT,
      hot: true,
      liveReload: false,
      static: false,
      // The frame that would show compile errors needs inline styles, which the pages' policy forbids.
      // 0.0.0.0 stands for the host in the browser's address bar, be it localhost or 127.0.0.1.
      client: { overlay: false, logging: 'warn', webSocketURL: { hostname: '0.0.0.0', pathname: socketPath } },
      webSocketServer: { type: 'ws', options: { path: socketPath } },
      devMiddleware: { writeToDisk: true, stats: 'errors-warnings', index: false },
      setupMiddlewares: (middlewares) => [{ path: components.path, middleware: components.answer }, ...middlewares],
      proxy: [
        {
          context: (path: string) => !isOwn(path),
          router: () => siteOrigin,
          xfwd: true,
          // Files that change under a running page promise nothing.
          on: { proxyRes: (answer) => void delete answer.headers['integrity-policy'] },
        },
      ],
    },
    compiler,
  );
  await server.start();
  return {
    sendPagesTo: (origin) => {
      siteOrigin = origin;
    },
    stop: () => server.stop(),
  };
}

import { withNamedWorkers, withoutWorkers } from '../bundles/workers.ts';

/**
 * Rspack loader: names the workers of a module for browsers, and leaves them out for the server.
 *
 * @this {import('@rspack/core').LoaderContext<{ isServer: boolean }>}
 * @param {string} code
 */
export default function siteWorker(code) {
  return this.getOptions().isServer
    ? withoutWorkers(code, this.resourcePath)
    : withNamedWorkers(code, this.resourcePath);
}

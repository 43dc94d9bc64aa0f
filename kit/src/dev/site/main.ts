/** The site server of `npm run dev`, in a process of its own: when its sources change, it is started anew. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { root } from '../../build/bundles/folders.ts';
import type { FromSite } from './messages.ts';

const files: string[] = [];
registerHooks({
  load(url, context, next) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (file.startsWith(root) && !file.includes('node_modules')) files.push(file);
    return next(url, context);
  },
});
const send = (message: FromSite) => process.send?.(message);
process.once('disconnect', () => process.exit());

const [developmentOrigin = ''] = process.argv.slice(2);

try {
  const { startSite } = await import('./startSite.ts');
  const origin = await startSite(developmentOrigin, (report) => send({ type: 'page', report }));
  // The development server ends it, and at once: Ctrl+C reaches both.
  process.on('SIGINT', () => {});
  send({ type: 'ready', origin, files });
} catch (error) {
  const { explain } = await import('@site/http/settings.ts').catch(() => ({ explain: String }));
  const reason = explain(error);
  send({ type: 'failed', message: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) });
  process.disconnect();
}

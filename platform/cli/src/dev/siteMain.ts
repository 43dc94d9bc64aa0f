/** The site server of `npm run dev`, in its own process, which restarts when its sources change. */
import { once } from 'node:events';
import { flushCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onlyRemote, remotes, root } from '@site/bundling/project.ts';
import { terminalText } from '@site/shared/plainText.ts';
import type { SiteMessage, SiteOptions } from './SiteProcess.ts';

// Must run before the server's modules are loaded.
const files: string[] = [];
registerHooks({
  load(url, context, next) {
    const file = url.startsWith('file:') ? fileURLToPath(url) : '';
    if (file.startsWith(root) && !file.includes('node_modules')) files.push(file);
    return next(url, context);
  },
});
const send = (message: SiteMessage) => process.send?.(message);
const begun = once(process, 'message');
process.once('disconnect', () => process.exit());

const [developmentOrigin = '', options = '{}'] = process.argv.slice(2);

try {
  const origin = await startSite();
  // Ctrl+C reaches both processes, but the development server stops this one.
  process.on('SIGINT', () => {});
  send({ type: 'ready', origin, files });
  // The process is killed when it is replaced.
  flushCompileCache();
} catch (error) {
  const { explain } = await import('@site/node/settings.ts').catch(() => ({ explain: String }));
  const reason = explain(error);
  send({ type: 'failed', message: reason instanceof Error ? (reason.stack ?? reason.message) : String(reason) });
  process.disconnect();
}

/** Starts the site on the apps that are being developed, and builds of others. */
async function startSite(): Promise<string> {
  const { BuildFolders } = await import('@site/server/development.ts');
  const { readSettings } = await import('@site/server/settings.ts');
  const { createSite } = await import('@site/server/createSite.ts');
  const { Fixtures } = await import('./Fixtures.ts');
  const { fragmentAt } = await import('./fragments.ts');
  await begun;
  const { folders, around, settings, record = {} } = JSON.parse(options) as SiteOptions;
  const fixtures = new Fixtures({
    folders: onlyRemote === undefined ? remotes.map((remote) => join(root, 'remotes', remote)) : [root],
    record,
    secret: (name) => process.env[name],
    print: (line) => void process.stdout.write(`${line}\n`),
  });
  const onRoutes = (problems: Extract<SiteMessage, { type: 'routes' }>['problems']) =>
    send({ type: 'routes', problems });
  const site = await createSite(
    readSettings({ ...process.env, ...settings }),
    async () => new BuildFolders({ folders, around, onRoutes }),
    {
      origin: developmentOrigin,
      onPage: (report) => void send({ type: 'page', report }),
      onOutput: (text) => void process.stdout.write(text),
      fixture: (api, path, encoding) => fixtures.read(api, path, encoding),
      fragmentAt,
      onForm: (to, body) => void process.stdout.write(`The form would send to ${to}: ${terminalText(body)}\n`),
    },
  );
  return await site.listen({ port: 0, host: '127.0.0.1' });
}

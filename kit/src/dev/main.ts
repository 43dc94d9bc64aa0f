/**
 * `site dev [NAME…]`: the whole site with hot reload, or only the shell and the named remotes. The other remotes are
 * shown as they were last built. The component page is at `/_ui`.
 *
 * `site dev [NAME] --site URL`: one remote inside a site that runs elsewhere; nothing else is built.
 */
import { parseArgs } from 'node:util';
import { addressSettings, explain, readSettings } from '@site/http/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
import { apps, onlyRemote as ownRemote, remotes } from '../build/bundles/project.ts';
import { developInSite } from './inSite/developInSite.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { site: { type: 'string' } } });
  const names = positionals.length === 0 && ownRemote !== undefined ? [ownRemote] : positionals;
  const unknown = names.find((name) => !apps.includes(name));
  if (unknown) throw usageError(`There is no "${unknown}" to work on. Choose from: ${remotes.join(', ')}.`);
  if (values.site !== undefined) {
    const address = readSettings(z.object(addressSettings(3000)), process.env);
    await developInSite(onlyRemote(names), originOf(values.site), address);
  } else {
    if (ownRemote !== undefined)
      throw usageError('Name the site that your pages are shown in: --site https://www.example.com.');
    // The repository of a remote has no site.
    const { developSite } = await import('./developSite.ts');
    await developSite(names);
  }
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

function usageError(message: string): OperatorError {
  return new OperatorError('SITE-USAGE', message);
}

function onlyRemote([name, ...more]: readonly string[]): string {
  if (name && more.length === 0 && remotes.includes(name)) return name;
  throw usageError(`Name one remote to work on inside the site: ${remotes.join(', ')}.`);
}

function originOf(site: string): string {
  const url = URL.parse(site);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw usageError(`"${site}" is not the address of a site, such as https://www.example.com.`);
}

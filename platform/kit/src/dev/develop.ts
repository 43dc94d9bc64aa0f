import { addressSettings, readSettings } from '@site/http/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
import { build } from '../build/build.ts';
import { onlyRemote, remotes, siteOrigin } from '../build/bundles/project.ts';
import { siteTools } from '../siteTools.ts';
import { developInSite } from './inSite/developInSite.ts';

/**
 * Shows the whole site with hot reload, or only the shell and the named remotes: the others are served from their last build.
 *
 * @param site origin of a running site: shows one remote inside it, and builds nothing else
 * @throws {OperatorError} SITE-USAGE
 */
export async function develop(names: readonly string[], site = siteOrigin): Promise<void> {
  if (site !== undefined) {
    const address = readSettings(z.object(addressSettings(3000)), process.env);
    await developInSite(
      oneRemote(names.length === 0 && onlyRemote !== undefined ? [onlyRemote] : names),
      site,
      address,
    );
  } else {
    if (onlyRemote !== undefined)
      throw usageError(
        'Name the site that your pages are shown in: --site https://www.example.com, or "site": { "address": … } in package.json.',
      );
    const { developSite } = await (await siteTools()).developSite();
    await developSite(names, build);
  }
}

function oneRemote([name, ...more]: readonly string[]): string {
  if (name && more.length === 0 && remotes.includes(name)) return name;
  throw usageError(`Name one remote to work on inside the site: ${remotes.join(', ')}.`);
}

const usageError = (message: string): OperatorError => new OperatorError('SITE-USAGE', message);

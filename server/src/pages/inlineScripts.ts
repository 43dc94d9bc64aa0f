import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';

/** The scripts that stand inline in documents. */
export interface InlineScripts {
  /** In every page: starts the site's scripts. */
  readonly starter: string;
  /** In the page at `/`: sends the visitor to a language. */
  readonly root: string;
}

const known = new Map<string, InlineScripts>();

/** The inline scripts of a shell. */
export function inlineScriptsOf({ manifest, folder }: Release): InlineScripts {
  const scripts = known.get(manifest.version) ?? read(folder);
  known.set(manifest.version, scripts);
  return scripts;
}

function read(folder: string): InlineScripts {
  const text = (name: string) => readFileSync(join(folder, 'inline', `${name}.js`), 'utf8').trim();
  return { starter: text('starter'), root: text('root') };
}

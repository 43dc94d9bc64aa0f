import { type Catalogue, languages } from '@site/shared';
import { failureOf } from './failureOf.ts';
import type { InspectedPage } from './messages.ts';
import { pageOf } from './serverRemotes.ts';

/** Looks into exposed modules: are they pages, and what texts do they have in each language? */
export function inspectModules(remote: string, release: string, modules: readonly string[]): Promise<InspectedPage[]> {
  return Promise.all(modules.map((module) => inspectModule(remote, release, module)));
}

async function inspectModule(remote: string, release: string, module: string): Promise<InspectedPage> {
  try {
    const { strings } = await pageOf(remote, release, module);
    const keys = languages.map(async (language) => [language, keysOf(await strings.catalogues[language]())] as const);
    return { module, keys: Object.fromEntries(await Promise.all(keys)) };
  } catch (error) {
    return { module, keys: {}, problem: failureOf(error) };
  }
}

function keysOf(catalogue: Catalogue, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );
}

import type { Registry } from '@site/shell/federation/remotes.ts';
import { markOf } from '@site/testkit/releases/variant.ts';
import { withoutFragments } from '@site/testkit/site/http.ts';

/** A file that a page names, with its integrity. */
export interface NamedFile {
  readonly path: string;
  readonly integrity: string;
  /** The version that the file must belong to; undefined for the shell's files. */
  readonly version: string | undefined;
}

/** The contents of a page. */
export interface PageParts {
  /** The release of the remote that rendered it; undefined on the 404 page. */
  readonly release: string | undefined;
  readonly files: readonly NamedFile[];
  /** Parts from different releases: must be empty. */
  readonly problems: readonly string[];
}

/** Reads a page, and checks that all its parts come from one release of each remote. */
export function readPage(html: string, remote: string | undefined): PageParts {
  const registry = registryOf(html);
  const release = /data-release="([^"]+)"/.exec(withoutFragments(html))?.[1];
  const shown = [...html.matchAll(/data-release="([^"]+)"/g)].map(([, version = '']) => version);
  const current = remote && registry[remote]?.release;
  const problems = [
    ...(release === current ? [] : [`HTML of ${release}, boot data of ${current}`]),
    ...addressesOf(html).flatMap(({ path, app, version }) => {
      const expected = registry[app]?.release;
      return version === expected ? [] : [`${path} beside ${app}@${expected}`];
    }),
    ...marksIn(html).flatMap((mark) => (shown.map(markOf).includes(mark) ? [] : [`text of ${mark} in ${shown}`])),
  ];
  return { release, files: filesOf(html, registry), problems };
}

/** The marks of versions in a page's texts. */
export const marksIn = (html: string): readonly string[] => [...new Set(html.match(/\[soak-\d+\]/g))];

function registryOf(html: string): Registry {
  const boot = /<script type="application\/json" id="[^"]+">(.*?)<\/script>/s.exec(html)?.[1];
  return (JSON.parse(boot ?? '{"registry":{}}') as { registry: Registry }).registry;
}

const addressPattern = /\/assets\/([a-z0-9-]+)\/(soak-\d+)\/[^"' ?)]*/g;

const addressesOf = (html: string) =>
  [...html.matchAll(addressPattern)].map(([path, app = '', version = '']) => ({ path, app, version }));

/** The scripts and style sheets that a browser loads with the page. */
function filesOf(html: string, registry: Registry): NamedFile[] {
  const [, map = '{}'] = /<script type="importmap">(.*?)<\/script>/s.exec(html) ?? [];
  const { integrity = {} } = JSON.parse(map) as { integrity?: Record<string, string> };
  const scripts = /data-modules="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];
  const styles = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)" integrity="([^"]+)"/g)];
  const named = [
    ...scripts.map((path) => [path, integrity[path] ?? ''] as const),
    ...styles.map(([, path = '', value = '']) => [path, value] as const),
  ];
  return named.map(([path, value]) => ({
    path,
    integrity: value,
    version: registry[path.split('/')[2] ?? '']?.release,
  }));
}

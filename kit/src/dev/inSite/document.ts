import { scriptJson } from '@site/shared/format.ts';
import { type Boot, bootElementId } from '@site/shell/entry/boot.ts';

/** Where the development server's own files are. */
export const ownPath = '/_in-site/';

/** The remote that is worked on, as the registry of a page names it. */
export interface LocalRemote {
  readonly name: string;
  /** Address of its container. */
  readonly entry: string;
}

const bootPattern = new RegExp(`(<script type="application/json" id="${bootElementId}">)(.*?)(</script>)`, 's');

const reloader = `<script type="module" src="${ownPath}reload.mjs"></script>`;

/**
 * A document of the site that takes the remote from here. Scripts and their integrity stay as they are: an import map
 * promises nothing of addresses that it doesn't name.
 */
export function withLocalRemote(html: string, { name, entry }: LocalRemote): string {
  const local = html.replace(bootPattern, (_, start: string, boot: string, end: string) => {
    const { request, registry, gone = [], ...rest } = JSON.parse(boot) as Boot;
    const data = {
      ...rest,
      // A document without a page is not what the address stands for: the browser goes on to that by itself.
      request: { ...request, url: request.url || ownPath },
      registry: { ...registry, [name]: { release: 'local', entry } },
      gone: gone.filter((remote) => remote !== name),
    };
    return `${start}${scriptJson(data)}${end}`;
  });
  return local.replace('</body>', `${reloader}</body>`);
}

/** The same for the empty document in which the browser is to render a page of the remote. */
export const waitingForPage = (html: string): string =>
  html.replace('</head>', `<link rel="stylesheet" href="${ownPath}waiting.css"></head>`);

import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { scriptJson } from '@site/shared/html.ts';
import { languageOfPath } from '@site/shared/i18n/detect.ts';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { matchPath } from '@site/shared/routes/path.ts';
import { type Boot, bootElementId } from '@site/shell/entry/boot.ts';
import { forwardRequest, sendResponse } from '../forward.ts';
import { developmentPrefix } from '../pages.ts';
import type { LiveSite } from './LiveSite.ts';

/**
 * Shows developed remotes inside a running site. Their pages are rendered here. Pages of other remotes are rendered only in the
 * browser, from the site's releases, because only its servers have their server code. All share one shell and one table of
 * pages.
 */
export class InsideSite {
  readonly #live: LiveSite;
  readonly #developed: readonly string[];

  /** @param developed the remotes that are developed here */
  constructor(live: LiveSite, developed: readonly string[]) {
    this.#live = live;
    this.#developed = developed;
  }

  /** Whether the live site answers a request: to the API, or a form on another remote's page. */
  isForLiveSite(path: string, { method }: IncomingMessage): boolean {
    return path.startsWith('/api/') || (method === 'POST' && this.#isOfOthers(path));
  }

  /** Answers with the live site's answer. */
  async forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await sendResponse(this.#live.origin, await forwardRequest(this.#live.origin, request), response);
  }

  /** The path of the document for an address: the page of another remote is rendered in an empty one. */
  documentPath(path: string): string | undefined {
    return this.#isOfOthers(path) ? `/${languageOfPath(path) ?? fallbackLanguage}${developmentPrefix}` : undefined;
  }

  /** Whether a file that is missing here may be on the live site. */
  isFileOfLiveSite = (path: string): boolean => /^\/(?:assets|cards)\//.test(path);

  /** Makes a document load the live releases of the other remotes. */
  withContainers(html: string, isEmpty: boolean): string {
    const entries = Object.entries(this.#live.containers)
      .filter(([name]) => !this.#developed.includes(name))
      .map(([name, entry]) => [name, { release: 'live', entry }] as const);
    const page = html.replace(bootPattern, (_, start: string, boot: string, end: string) => {
      const { request, registry, ...rest } = JSON.parse(boot) as Boot;
      const data = {
        ...rest,
        // A document that isn't the page of its address makes the browser navigate there.
        request: isEmpty ? { ...request, url: developmentPrefix } : request,
        registry: { ...Object.fromEntries(entries), ...registry },
      };
      return start + scriptJson(data) + end;
    });
    return isEmpty ? page.replace('</head>', waiting) : page;
  }

  #isOfOthers(path: string): boolean {
    const others = this.#live.proposals.filter(({ remote }) => !this.#developed.includes(remote));
    const match = matchPath(composeTable(this.#live.policy, others).routes, path);
    return match !== undefined;
  }
}

const bootPattern = new RegExp(`(<script type="application/json" id="${bootElementId}">)(.*?)(</script>)`, 's');

/** Hides the empty document until the browser has rendered the page. */
const waiting = `<link rel="stylesheet" href="${developmentPrefix}waiting.css"></head>`;

/** The style sheet of empty documents. */
export const waitingSheet = readFileSync(join(import.meta.dirname, 'waiting.css'), 'utf8');

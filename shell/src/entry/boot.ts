import type { PageName } from '@site/shared';
import type { Strings } from '@site/shared/i18n/createI18n.ts';
import { type PathParams, readPageUrl } from '@site/shared/routes/path.ts';
import type { Registry } from '../federation/remotes.ts';
import type { PageOrigin, View, ViewRequest } from '../view/view.ts';
import { bootElementId } from './elements.ts';

/** What the server tells the browser of the view that it has rendered, so that nothing is asked for twice. */
export interface Boot {
  readonly request: ViewRequest;
  readonly page: BootPage | null;
  readonly strings: Strings;
  /** The site's origin as the world knows it: behind a proxy the server knows it better than the address bar. */
  readonly origin: string;
  readonly registry: Registry;
  /** Remotes of which there is no release; absent when there is none such. */
  readonly gone?: readonly string[];
}

/** The page of the first view; without one it is the 404 page. */
export interface BootPage extends PageOrigin {
  readonly name: PageName;
  readonly params: PathParams;
  readonly data: unknown;
  readonly result: unknown;
}

/** Describes a rendered view for the browser. */
export function describeBoot(
  { request, content }: View,
  site: Pick<Boot, 'strings' | 'origin' | 'registry' | 'gone'>,
): Boot {
  if (content.kind !== 'page') return { request: { ...request, url: '' }, page: null, ...site };
  const { name, params, data, result, loaded } = content;
  const { remote, release } = loaded;
  return { request, page: { name, params, data, result, remote, release }, ...site };
}

/** The current document's boot data. The 404 page is one document for many addresses: its own is in the address bar. */
export function readBoot(): Boot {
  const boot = JSON.parse(document.getElementById(bootElementId)?.textContent ?? '') as Boot;
  if (boot.request.url !== '') return boot;
  const { url } = readPageUrl(window.location.pathname + window.location.search);
  return { ...boot, request: { ...boot.request, url } };
}

import type { PageName } from '@site/shared';
import type { Strings } from '@site/shared/i18n/createI18n.ts';
import type { PathParams } from '@site/shared/routes/path.ts';
import type { Registry } from '../federation/remotes.ts';
import type { PageOrigin, View, ViewRequest } from '../view/view.ts';
import { bootElementId } from './elements.ts';

/** What the server tells the browser of the view that it has rendered, so that nothing is asked for twice. */
export interface Boot {
  readonly request: ViewRequest;
  readonly page: BootPage | null;
  readonly strings: Strings;
  readonly registry: Registry;
}

/** The page of the first view; without one it is the 404 page. */
export interface BootPage extends PageOrigin {
  readonly name: PageName;
  readonly params: PathParams;
  readonly data: unknown;
  readonly result: unknown;
}

/** Describes a rendered view for the browser. */
export function describeBoot({ request, content }: View, strings: Strings, registry: Registry): Boot {
  if (content.kind !== 'page') return { request, page: null, strings, registry };
  const { name, params, data, result, loaded } = content;
  const { remote, release } = loaded;
  return { request, page: { name, params, data, result, remote, release }, strings, registry };
}

/** JSON that is safe inside a `<script>`: no `<` can end or open anything. */
export const serializeBoot = (boot: Boot): string => JSON.stringify(boot).replaceAll('<', '\\u003c');

/** The current document's boot data. */
export function readBoot(): Boot {
  return JSON.parse(document.getElementById(bootElementId)?.textContent ?? '') as Boot;
}

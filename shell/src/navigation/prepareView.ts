import type { Language } from '@site/shared';
import { detectLanguage, languageOfPath } from '@site/shared/i18n/detect.ts';
import { Backstage } from '../app/Backstage.tsx';
import { createView, type PreparedView } from '../view/createView.ts';
import { splitUrl, type ViewTools } from '../view/view.ts';
import type { LiveRoutes } from './liveRoutes.ts';

/** What creating views of this document depends on. */
export interface PrepareTools extends Omit<ViewTools, 'signal' | 'routesIn'> {
  readonly routes: LiveRoutes;
  /** Loads what shows fragments. */
  readonly loadFragments: () => Promise<void>;
}

let prepared = 0;

/** Creates a view of this document, which can be rendered before it is shown. */
export async function prepareView(
  url: string,
  tools: PrepareTools,
  signals: readonly AbortSignal[],
): Promise<PreparedView> {
  const language: Language = languageOfPath(splitUrl(url).path) ?? detectLanguage(navigator.languages);
  const signal = AbortSignal.any([...signals, AbortSignal.timeout(tools.dataBudget)]);
  const { view, head } = await createView({ url, language }, { ...tools, routesIn: tools.routes.in, signal });
  // Without it the page has its fallbacks.
  if (view.routes.fragments) await tools.loadFragments().catch(() => {});
  prepared += 1;
  return { view: { ...view, key: String(prepared), stage: Backstage }, head };
}

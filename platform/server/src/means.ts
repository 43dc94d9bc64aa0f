import type { ReleaseSource } from '@site/releases/Release.ts';
import type { Development } from './development.ts';
import { serverLimits } from './limits.ts';
import type { SiteMetrics } from './operations/SiteMetrics.ts';
import { lastModified } from './seo/lastModified.ts';

/** What the means of remotes are opened with. */
interface MeansParts {
  readonly releases: () => Pick<ReleaseSource, 'current' | 'liveSince'>;
  readonly origin: () => string;
  readonly metrics: Pick<SiteMetrics, 'registry'>;
  readonly logError: (text: string, requestId?: string) => void;
  readonly development: Development | undefined;
}

/** Opens what only some remotes use: APIs and forms of their own, entries of the sitemap, feeds. The rest of the server knows no more of it. */
export async function openMeans({ releases, origin, metrics: { registry }, logError, development }: MeansParts) {
  const { Means } = await import('@site/means/Means.ts');
  return new Means({
    policy: () => releases().current().policy,
    routes: () => releases().current().routes,
    timeouts: serverLimits.apiCall,
    secret: (name) => process.env[name],
    logError,
    registry,
    fixture: development?.fixture,
    logForm: development?.onForm,
    origin,
    changed: (page, language) => lastModified(releases(), {})(page, language),
  });
}

export type OpenMeans = Awaited<ReturnType<typeof openMeans>>;

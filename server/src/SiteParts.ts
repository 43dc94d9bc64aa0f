import type { ApiBackend } from './api/ApiBackend.ts';
import type { Development } from './development.ts';
import type { SiteMetrics } from './operations/SiteMetrics.ts';
import type { PageCircuitBreakers } from './pages/PageCircuitBreakers.ts';
import type { SendFailurePage } from './pages/sendFailurePage.ts';
import type { Renderer } from './render/Renderer.ts';
import type { WorkingShell } from './render/WorkingShell.ts';
import type { Rollouts } from './rollouts/Rollouts.ts';
import type { Settings } from './settings.ts';

/** What the routes of the site work with. */
export interface SiteParts {
  readonly settings: Settings;
  readonly releases: WorkingShell;
  readonly circuitBreakers: PageCircuitBreakers;
  readonly rollouts: Rollouts;
  readonly renderer: Renderer;
  readonly api: ApiBackend;
  readonly metrics: SiteMetrics;
  readonly sendFailurePage: SendFailurePage;
  /** The origin of absolute addresses. */
  readonly origin: () => string;
  readonly development: Development | undefined;
}

import type { ReleaseSource } from '@site/releases/Release.ts';
import type { ApiBackend } from './api/ApiBackend.ts';
import type { Development } from './development.ts';
import type { SiteMetrics } from './operations/SiteMetrics.ts';
import type { AnswerProblem } from './pages/answerProblem.ts';
import type { PageCircuitBreakers } from './pages/PageCircuitBreakers.ts';
import type { Renderer } from './render/Renderer.ts';
import type { Settings } from './settings.ts';

/** What the routes of the site work with. */
export interface SiteParts {
  readonly settings: Settings;
  readonly releases: ReleaseSource;
  readonly health: PageCircuitBreakers;
  readonly renderer: Renderer;
  readonly api: ApiBackend;
  readonly metrics: SiteMetrics;
  readonly answerProblem: AnswerProblem;
  /** What absolute addresses of the site begin with. */
  readonly origin: () => string;
  readonly development: Development | undefined;
}

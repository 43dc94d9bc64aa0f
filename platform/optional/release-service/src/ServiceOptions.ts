import type { Preflight } from '@site/releases/operations/publish.ts';
import type { Trust } from '@site/releases/signing/Trust.ts';
import type { PrunableStore } from '@site/releases/store/ReleaseStore.ts';
import type { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';

/** The settings that the service reads itself; `.env.example` explains each. */
export interface ServiceSettings {
  readonly RELEASES: string;
  readonly DATA_DIR: string;
  readonly REPORTS?: string | undefined;
  readonly SITE_ORIGIN?: string | undefined;
  readonly RELEASE_SERVICE_ORIGIN?: string | undefined;
  readonly RELEASES_TOKEN?: string | undefined;
  readonly REMOTE_ORIGINS: readonly string[];
}

/** What the program that runs the service provides. */
export interface ServiceOptions {
  readonly settings: ServiceSettings;
  readonly store: PrunableStore;
  /** Whose releases, pointers and requests are accepted. */
  readonly trust: Trust;
  readonly preflight: Preflight;
  /** The route policy of a store that has none. */
  readonly policy: RoutePolicy;
  /** Folder of the server's own copies of releases. */
  readonly copies: string;
  /** Folder where servers report. */
  readonly reports: string;
  /** Makes a link that shows a version to anyone who has it. */
  readonly previewLink: (preview: Parameters<ServiceStore['previewLink']>[0]) => Promise<string>;
}

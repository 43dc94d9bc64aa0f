import { type ApiClient, ApiProvider, VisuallyHidden } from '@site/shared';
import type { i18n as I18n } from 'i18next';
import { memo } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { Layout } from '../layout/Layout.tsx';
import { SiteRoutes } from '../layout/siteRoutes.ts';
import type { View } from '../view/view.ts';
import type { PageFailed } from './Content.tsx';
import styles from './ProgressBar.module.css';
import { Unreachable } from './Unreachable.tsx';
import { Views } from './Views.tsx';

/** What stays the same while the visitor navigates. */
export interface SiteTools {
  readonly api: ApiClient;
  readonly i18n: I18n;
}

/** What changes while the visitor navigates. */
export interface SiteState {
  readonly view: View;
  /** The view that the visitor may want next, rendered ahead. */
  readonly next?: View | undefined;
  /** The next view takes so long that the visitor should see progress. */
  readonly isSlow?: boolean;
  /** The title to announce after a navigation. */
  readonly announcement?: string;
  /** How often the next view could not be loaded, because the server doesn't answer. */
  readonly unreachable?: number;
  readonly onRetry?: () => void;
  readonly onFailure?: PageFailed;
}

/** The whole site: the shell's layout around the content of a view. A change of the address alone doesn't render it. */
export const Site = memo((props: SiteTools & SiteState) => {
  const { view, next, api, i18n, isSlow = false, announcement = '', unreachable = 0, onRetry, onFailure } = props;
  const { content } = view;
  const [page, closing] =
    content.kind === 'not-found' ? (['not-found', 'strip'] as const) : ([content.name, content.route.closing] as const);
  return (
    <I18nextProvider i18n={i18n}>
      <ApiProvider api={api}>
        <ProgressBar active={isSlow} />
        <RouteAnnouncer title={announcement} />
        <SiteRoutes value={view.routes}>
          <Layout page={page} closing={closing} language={view.request.language}>
            <Views view={view} next={next} onFailure={onFailure} />
          </Layout>
        </SiteRoutes>
        {unreachable > 0 && onRetry && <Unreachable times={unreachable} onRetry={onRetry} />}
      </ApiProvider>
    </I18nextProvider>
  );
});

/** The thin lit bar at the top of the window while a page loads. */
export function ProgressBar({ active }: { readonly active: boolean }) {
  const { t } = useTranslation('shell');
  return active ? <div className={styles.bar} role="progressbar" aria-label={t('common.loading')} /> : null;
}

/** Announces the new page's title to screen readers. Empty on the first view, which the browser announces itself. */
function RouteAnnouncer({ title }: { readonly title: string }) {
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {title}
      </span>
    </VisuallyHidden>
  );
}

import { type ApiClient, ApiProvider, VisuallyHidden } from '@site/shared';
import { pages } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { Layout } from '../layout/Layout.tsx';
import { MissingRemotes } from '../layout/missingRemotes.ts';
import type { View } from '../view/view.ts';
import { Content, type PageFailed } from './Content.tsx';
import styles from './ProgressBar.module.css';

/** What stays the same while the visitor navigates. */
export interface SiteTools {
  readonly api: ApiClient;
  readonly i18n: I18n;
  /** Remotes without a release: the layout doesn't link to their pages. */
  readonly gone: readonly string[];
}

/** What changes while the visitor navigates. */
export interface SiteState {
  readonly view: View;
  /** The next view takes so long that the visitor should see progress. */
  readonly isSlow?: boolean;
  /** The title to announce after a navigation. */
  readonly announcement?: string;
  readonly onFailure?: PageFailed;
}

/** The whole site: the shell's layout around the content of a view. */
export function Site({ view, api, i18n, gone, isSlow = false, announcement = '', onFailure }: SiteTools & SiteState) {
  const page = view.content.kind === 'not-found' ? 'not-found' : view.content.name;
  const closing = page === 'not-found' ? 'strip' : pages[page].closing;
  return (
    <I18nextProvider i18n={i18n}>
      <ApiProvider api={api}>
        <ProgressBar active={isSlow} />
        <RouteAnnouncer title={announcement} />
        <MissingRemotes value={gone}>
          <Layout page={page} closing={closing} language={view.request.language}>
            <Content view={view} {...(onFailure && { onFailure })} />
          </Layout>
        </MissingRemotes>
      </ApiProvider>
    </I18nextProvider>
  );
}

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

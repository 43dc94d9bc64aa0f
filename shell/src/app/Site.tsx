import { type ApiClient, ApiProvider } from '@site/shared';
import { pages } from '@site/shared/routes/table.ts';
import type { i18n as I18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { GoneRemotes } from '../layout/goneRemotes.ts';
import { Layout } from '../layout/Layout.tsx';
import { ProgressBar } from '../layout/ProgressBar.tsx';
import { RouteAnnouncer } from '../layout/RouteAnnouncer.tsx';
import type { View } from '../view/view.ts';
import { Content, type PageFailed } from './Content.tsx';

/** What every view is shown with. */
export interface SiteTools {
  readonly api: ApiClient;
  readonly i18n: I18n;
  /** Remotes of which there is no release: the layout doesn't lead to their pages. */
  readonly gone: readonly string[];
}

/** What changes while the visitor navigates. */
export interface SiteState {
  readonly view: View;
  /** The next view is taking longer than a visitor takes for immediate. */
  readonly isSlow?: boolean;
  /** Title of a view that was navigated to, to be announced. */
  readonly announcement?: string;
  readonly onFailure?: PageFailed;
}

/** The whole site at one address: the shell's layout around the view's content. */
export function Site({ view, api, i18n, gone, isSlow = false, announcement = '', onFailure }: SiteTools & SiteState) {
  const page = view.content.kind === 'not-found' ? 'not-found' : view.content.name;
  const closing = page === 'not-found' ? 'strip' : pages[page].closing;
  return (
    <I18nextProvider i18n={i18n}>
      <ApiProvider api={api}>
        <ProgressBar active={isSlow} />
        <RouteAnnouncer title={announcement} />
        <GoneRemotes value={gone}>
          <Layout page={page} closing={closing} language={view.request.language}>
            <Content view={view} {...(onFailure && { onFailure })} />
          </Layout>
        </GoneRemotes>
      </ApiProvider>
    </I18nextProvider>
  );
}

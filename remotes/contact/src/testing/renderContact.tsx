import { join } from 'node:path';
import { ApiProvider, type Catalogue, type Language, type PageProps } from '@site/shared';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import type { FormResult } from '@site/shared/form/Form.tsx';
import { inEachLanguage } from '@site/shared/i18n/languages.ts';
import { cataloguesIn } from '@site/shared/testing/catalogues.ts';
import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { ContactPage } from '../pages/contact/ContactPage.tsx';
import { fakeApi } from './fakeApi.ts';

interface ContactOptions {
  readonly api?: ReturnType<typeof fakeApi>;
  readonly language?: Language;
  readonly query?: string;
  readonly result?: FormResult;
  readonly prefixTitle?: NonNullable<PageProps['prefixTitle']>;
}

const own = cataloguesIn<Catalogue>(join(import.meta.dirname, '../../locales'));
const catalogues = inEachLanguage((language) => ({ ...own[language], ...contactTexts[language] }));

const renderInSite = siteRenderer({ namespace: 'contact', catalogues });

/** Renders the contact page as the shell would: with its texts, the API and a router around it. */
export function renderContact({ api = fakeApi(), language = 'en', query = '', ...outcome }: ContactOptions = {}) {
  const page = {
    language,
    params: {},
    query: new URLSearchParams(query),
    data: undefined,
    result: undefined,
    ...outcome,
  };
  return renderInSite(
    <ApiProvider api={api}>
      <ContactPage {...page} />
    </ApiProvider>,
    language,
  );
}

/** The component page of `npm run dev`: every shared component in every state, by day and by night. */
import '@site/shared/ui/styles/fonts.css';
import '@site/shared/ui/styles/index.css';
import './sheet/sheet.css';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import strings from '../../../../shell/locales/en.json' with { type: 'json' };
import { ComponentPage } from './ComponentPage.tsx';
import { forceStates } from './sheet/forceStates.ts';

const i18n = createI18n({ language: 'en', strings: { shell: strings } });

forceStates();
createRoot(document.body).render(
  <I18nextProvider i18n={i18n}>
    <MemoryRouter initialEntries={['/en']}>
      <ComponentPage />
    </MemoryRouter>
  </I18nextProvider>,
);

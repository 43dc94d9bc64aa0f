/** The gallery: every shared component in every state, by day and by night. */
import '@site/company/fonts/fonts.css';
import '@site/shared/ui/styles/index.css';
import './sheet.css';
import { Logo } from '@site/shared';
import { createI18n } from '@site/shared/i18n/createI18n.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import { setTable } from '@site/shared/routes/currentTable.ts';
import { specifiedRoutes, specifiedRoutesIn } from '@site/shared/testing/routes.ts';
import { SiteRoutes } from '@site/shell/layout/siteRoutes.ts';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import { Buttons, Links } from './actions.tsx';
import { Accordions, Cards, Drawings, Media } from './content.tsx';
import { Alerts, Badges, Waiting } from './feedback.tsx';
import { Fields } from './fields.tsx';
import { forceStates } from './forceStates.ts';
import { Navigation } from './navigation.tsx';
import { Theme } from './sheet.tsx';
import { Sections, Type } from './text.tsx';

const groups = [
  Buttons,
  Links,
  Navigation,
  Badges,
  Waiting,
  Fields,
  Alerts,
  Accordions,
  Cards,
  Media,
  Type,
  Sections,
  Drawings,
];

/** All components twice, side by side: by day on the left, by night on the right. */
function ComponentPage() {
  return (
    <main className="sheet">
      {(['light', 'dark'] as const).map((theme) => (
        <Theme key={theme} theme={theme}>
          <header className="sheet-head">
            <Logo />
            <p>Components and their states, {theme}</p>
          </header>
          {groups.map((Group) => (
            <Group key={Group.name} />
          ))}
        </Theme>
      ))}
    </main>
  );
}

const i18n = createI18n({ language: 'en', messages: { shell: siteTexts('shell').en } });

forceStates();
setTable(specifiedRoutes);
createRoot(document.body).render(
  <I18nextProvider i18n={i18n}>
    <MemoryRouter initialEntries={['/en']}>
      <SiteRoutes value={specifiedRoutesIn('en')}>
        <ComponentPage />
      </SiteRoutes>
    </MemoryRouter>
  </I18nextProvider>,
);

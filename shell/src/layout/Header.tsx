import { Header as OwnHeader } from '@site/company/parts.ts';
import type { Language } from '@site/shared';
import type { HeaderProps } from '@site/shared/contract/siteParts.ts';
import type { ComponentType } from 'react';
import { Slot } from '../fragments/Slot.tsx';
import type { LayoutPage } from './missingLanguages.ts';
import { NavigationBar } from './NavigationBar.tsx';
import { useHeaderLinks } from './siteLinks.ts';

interface PageTop {
  readonly page: LayoutPage;
  readonly language: Language;
}

/** The header of every page: the site's own, or the shell's bar. */
export const Header = (props: PageTop) =>
  OwnHeader ? <SiteHeader {...props} component={OwnHeader} /> : <NavigationBar {...props} />;

/** A site's own header. Before it is what the button to the top gives the focus to. */
function SiteHeader({ component: Own, page, language }: PageTop & { readonly component: ComponentType<HeaderProps> }) {
  const links = useHeaderLinks(page, language);
  return (
    <>
      <div id="top" tabIndex={-1} />
      <Own page={page} language={language} {...links}>
        <Slot name="bar" />
      </Own>
    </>
  );
}

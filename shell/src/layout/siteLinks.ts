/** The links that a site's own header and footer get. The shell's own parts build theirs on the same. */
import { brand } from '@site/company/brand.ts';
import { type Language, languageNames, languages, type PageName } from '@site/shared';
import type { Brand } from '@site/shared/contract/company.ts';
import type { FooterProps, HeaderProps, LanguageLink, SiteLink } from '@site/shared/contract/siteParts.ts';
import { storeLanguage } from '@site/shared/i18n/detect.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { type FooterLink, type LanguageRoutes, routeOf } from '@site/shared/routes/table.ts';
import { useTranslation } from 'react-i18next';
import { languageNoteId } from './LanguageNote.tsx';
import { type LayoutPage, missingLanguages, nearestPath } from './missingLanguages.ts';
import { useSiteRoutes } from './siteRoutes.ts';

/** The links to each language's home page. From a page that isn't in a language, its link leads to the nearest page that is. */
export function languageLinks(routes: LanguageRoutes, page: LayoutPage, active: Language): readonly LanguageLink[] {
  const missing = missingLanguages(routes, page);
  return languages.map((language) => ({
    name: languageNames[language],
    link: {
      href: missing.includes(language) ? nearestPath(routes, page, language) : homePath(language),
      lang: language,
      hrefLang: language,
      'aria-current': language === active ? 'true' : undefined,
      'aria-describedby': missing.includes(language) ? languageNoteId : undefined,
      onClick: () => storeLanguage(language),
    },
  }));
}

/** The value of `aria-current` for a navigation link. A page below the linked one, such as an article, marks that as its section. */
export function currentLink(table: LanguageRoutes, link: PageName, page: LayoutPage): 'page' | 'true' | undefined {
  if (link === page) return 'page';
  const [section, shown] = [link, page].map((name) => routeOf(table, name)?.paths[table.language]);
  return section && shown?.startsWith(`${section}/`) ? 'true' : undefined;
}

/** What a site's own header gets of the navigation. */
export function useHeaderLinks(
  page: LayoutPage,
  language: Language,
): Pick<HeaderProps, 'routes' | 'menu' | 'contact' | 'languages'> {
  const { t } = useTranslation('shell');
  const routes = useSiteRoutes();
  const contact: SiteLink = {
    text: t('navigation.contact'),
    target: { page: 'contact' },
    current: currentLink(routes, 'contact', page),
  };
  return {
    routes,
    menu: routes.menu.map(({ page: name, label }) => ({
      text: label,
      target: { page: name },
      current: currentLink(routes, name, page),
    })),
    contact: routeOf(routes, 'contact') && contact,
    languages: languageLinks(routes, page, language),
  };
}

/** The links of the footer, by column. */
export function useFooterLinks(): Pick<FooterProps, 'legal' | 'company'> {
  const { t } = useTranslation('shell');
  const { footer } = useSiteRoutes();
  const { careersUrl }: Brand = brand;
  const linkOf = (link: FooterLink): readonly SiteLink[] => {
    if (link !== 'careers') return [{ text: link.label, target: { page: link.page } }];
    if (careersUrl === undefined) return [];
    return [{ text: t('footer.company.careers'), target: { href: careersUrl, newTab: true } }];
  };
  return { legal: footer.legal.flatMap(linkOf), company: footer.company.flatMap(linkOf) };
}

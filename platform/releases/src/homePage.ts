import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { isIn, type RouteTable } from '@site/shared/routes/table.ts';

/** Whether a page is the home page of a language. */
const isHome = (paths: Readonly<Record<Language, string>>, language: Language): boolean =>
  isIn({ paths }, language) && paths[language] === '';

/** The languages in which no page is the home page: visitors who arrive there get the 404 page, with what exists. */
export const languagesWithoutHome = ({ pages }: RouteTable): readonly Language[] =>
  languages.filter((language) => !Object.values(pages).some(({ paths }) => isHome(paths, language)));

/** What the site's owner has to know about these languages. */
export const noHomePage = (missing: readonly Language[]): string =>
  `No page is at ${missing.map(homePath).join(', ')}: visitors who arrive there get the 404 page. Give a page the path "", and its remote that prefix in the route policy (docs/owner.md).`;

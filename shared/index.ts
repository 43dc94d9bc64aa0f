/**
 * What remotes may import of the shared package. The shell provides it once, as a shared singleton; remotes carry no copy.
 * The contact form's rules, the owner's facts and number formats are separate: they go into the bundle of the remote that
 * needs them.
 */

export { brand } from '@site/company/brand.ts';
export { cities } from '@site/company/offices.ts';
export * from './api/ApiProvider.tsx';
export * from './api/errors.ts';
export type * from './contract/api.ts';
export type { City } from './contract/company.ts';
export type * from './contract/contact/contact.ts';
export * from './contract/fragment.ts';
export * from './contract/limits.ts';
export * from './contract/news.ts';
export * from './contract/page.ts';
export type { DeclaredForm } from './contract/release.ts';
export type * from './contract/remote.ts';
export { formatDate, formatLongDate } from './format.ts';
export { emit, type SiteEventName, useSiteEvent } from './fragments/events.ts';
export { Fragment, type FragmentName } from './fragments/Fragment.tsx';
export {
  fallbackLanguage,
  isLanguage,
  type Language,
  languageNames,
  languageStorageKey,
  languages,
  locales,
} from './i18n/languages.ts';
export { type PathParams, pathOf } from './routes/path.ts';
export { siteHas } from './routes/siteParts.ts';
export type { PageName, PlainPageName, SitePart } from './routes/table.ts';
export * from './ui/index.ts';

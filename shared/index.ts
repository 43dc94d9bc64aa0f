/**
 * The surface of the shared package: all that remotes may import of it. The shell provides it once,
 * as a shared singleton; a remote carries no copy. The rules of the contact form alone go with the remote that has it.
 */
export * from './api/ApiProvider.tsx';
export * from './api/errors.ts';
export type * from './contract/api.ts';
export type * from './contract/contact/message.ts';
export type * from './contract/contact/validate.ts';
export * from './contract/errors.ts';
export * from './contract/limits.ts';
export * from './contract/news.ts';
export * from './contract/page.ts';
export type * from './contract/structuredData.ts';
export * from './format/formatDate.ts';
export * from './i18n/languages.ts';
export * from './routes/path.ts';
export type * from './routes/table.ts';
export * from './site/brand.ts';
export * from './site/cities.ts';
export * from './ui/index.ts';

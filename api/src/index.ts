export { type ApiOptions, createApi } from './api.ts';
export { DatabaseOpenError, type DatabaseOpenErrorCode } from './database/DatabaseOpenError.ts';
export { type DatabaseOptions, openDatabase } from './database/open.ts';
export type { Database } from './database/schema.ts';
export type { ProblemBody } from './errors/handler.ts';
export { newsVersion } from './news/queries.ts';
export { isCrossSite } from './xsrf/crossSite.ts';
export { newXsrfToken, xsrfCookie, xsrfHeader } from './xsrf/token.ts';

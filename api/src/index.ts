export { DatabaseOpenError, type DatabaseOpenErrorCode } from './database/DatabaseOpenError.ts';
export type { ProblemBody } from './errors/handler.ts';
export { type ApiService, openApi } from './service.ts';
export { type ApiSettings, apiSettings, checkMailSettings } from './settings.ts';
export { isCrossSite } from './xsrf/crossSite.ts';
export { newXsrfToken, xsrfCookie, xsrfHeader } from './xsrf/token.ts';

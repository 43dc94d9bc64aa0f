export { DatabaseOpenError, type DatabaseOpenErrorCode } from './database/DatabaseOpenError.ts';
export {
  answerHeaders,
  commonHeaders,
  isHttpsOrigin,
  nothingAllowed,
  policyOf,
  strictTransport,
} from './defence/answerHeaders.ts';
export { connections } from './defence/connections.ts';
export { defend, defendedOptions } from './defence/defend.ts';
export type { ProblemBody } from './errors/handler.ts';
export { listenProblem } from './http/listenProblem.ts';
export { drainable } from './operations/drain.ts';
export { logging } from './operations/logging.ts';
export { metricsPath, metricsRoute } from './operations/metricsRoute.ts';
export { type Check, probePaths, probes } from './operations/probes.ts';
export { tellRequestId } from './operations/requestId.ts';
export { readSettings, SettingsError } from './readSettings.ts';
export { type ApiService, openApi } from './service.ts';
export { type ApiSettings, apiSettings, checkMailSettings, listenSettings } from './settings.ts';
export { isCrossSite } from './xsrf/crossSite.ts';
export { newXsrfToken, xsrfCookie, xsrfHeader } from './xsrf/token.ts';

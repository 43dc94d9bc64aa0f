import { detectLanguage, parseAcceptLanguage } from '@site/shared/i18n/detect.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { FastifyRequest } from 'fastify';

/** The language in which a caller wants to be answered. */
export function languageOf(request: FastifyRequest): Language {
  return detectLanguage(parseAcceptLanguage(request.headers['accept-language']));
}

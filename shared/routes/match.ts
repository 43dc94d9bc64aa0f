import { isLanguage, type Language } from '../i18n/languages.ts';
import type { PathParams } from './path.ts';
import { type PageName, type PageRoute, pageNames, pages } from './table.ts';

/** A page of the route table found for an address. */
export interface PageMatch {
  readonly page: PageName;
  readonly language: Language;
  readonly params: PathParams;
}

/** The page at an address, or nothing when the address is not of the route table. */
export function matchPath(path: string): PageMatch | undefined {
  const [, language, ...segments] = path.split('/');
  if (!isLanguage(language)) return undefined;
  for (const page of pageNames) {
    const route: PageRoute = pages[page];
    const params = matchSegments(route.paths[language], segments);
    if (params) return { page, language, params };
  }
  return undefined;
}

function matchSegments(pattern: string, segments: readonly string[]): PathParams | undefined {
  const wanted = pattern === '' ? [] : pattern.split('/');
  if (wanted.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) {
      const value = decodeSegment(segment);
      if (!value) return undefined;
      params[part.slice(1)] = value;
    } else if (part !== segment) return undefined;
  }
  return params;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

import { ExportError } from './ExportError.ts';

/** A page's HTML and its Content-Security-Policy. */
export interface PageWithPolicy {
  readonly html: string;
  readonly policy: string;
}

/** Makes a page call the API where it is: a static host can't pass calls on, as the site server does. */
export function callDirectly({ html, policy }: PageWithPolicy, apiOrigin: string): PageWithPolicy {
  const changed = {
    html: html.replace('<html ', `<html data-api-origin="${apiOrigin}" `),
    policy: policy.replace("connect-src 'self'", `connect-src 'self' ${apiOrigin}`),
  };
  if (changed.html === html || changed.policy === policy) {
    throw new ExportError('A page could not be told where the API is: its document or its policy has changed.');
  }
  return changed;
}

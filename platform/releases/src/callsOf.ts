import { type ApiCallName, apiCalls } from '@site/shared/contract/api.ts';
import { contactForm, type ReleaseManifest } from '@site/shared/contract/release.ts';

/** Every call of the site's API. */
export const everyCall = Object.keys(apiCalls) as readonly ApiCallName[];

/** The calls that a version may make: those that its sources name, and that of the site's own form. Of an early one, any. */
export function callsOf({ calls, pages = [] }: Pick<ReleaseManifest, 'calls' | 'pages'>): readonly ApiCallName[] {
  if (!calls) return everyCall;
  const hasForm = pages.some(({ form }) => form === contactForm);
  return everyCall.filter((name) => calls.includes(name) || (name === 'sendMessage' && hasForm));
}

import type { ReleaseSet } from '@site/releases/Release.ts';
import { isLanguage } from '@site/shared/i18n/languages.ts';
import { ownersIn } from '@site/shared/routes/policy.ts';

/**
 * The remote that may have a page at a path missing from the route table: its release can't be read at the moment, so its pages
 * aren't known.
 */
export function failingRemoteAt(
  path: string,
  { policy, unreachable, unusable }: Pick<ReleaseSet, 'policy' | 'unreachable' | 'unusable'>,
): string | undefined {
  const failing = [...unreachable.keys(), ...unusable];
  const [, language, ...segments] = path.split('/');
  if (failing.length === 0 || !isLanguage(language)) return undefined;
  const owner = ownersIn(policy, language, failing)(segments.join('/'));
  return owner !== undefined && failing.includes(owner) ? owner : undefined;
}

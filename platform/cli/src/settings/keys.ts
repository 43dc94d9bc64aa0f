import { endsSoon } from '@site/releases/signing/bounds.ts';
import { readTrustedKeys } from '@site/releases/signing/keys.ts';
import { trustedKeysFile } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { about, type Configured, type SettingFinding } from './SettingFinding.ts';

const { fine, warning, problem } = about('TRUSTED_KEYS');

/** Whether the file of trusted keys can be used, and for how long. */
export function keyFindings({ program, settings }: Configured): readonly SettingFinding[] {
  const { RELEASES, RELEASE_SERVICE } = settings;
  if (program === 'api' || RELEASES === undefined) return [];
  const file = trustedKeysFile({ ...settings, RELEASES });
  const isService = program === 'store' || RELEASE_SERVICE === 'on';
  if (file === undefined)
    return isService
      ? [problem('SITE-KEYS a release service needs the keys of those who may release: docs/security.md')]
      : [warning('not set: servers show releases no matter who put them into the store. docs/security.md')];
  try {
    const keys = Object.entries(readTrustedKeys(file));
    const live = keys.filter(([, { until }]) => remaining(until) > 0);
    if (live.length === 0) return [warning(`none of the keys in ${file} signs anything new: npx site keys new`)];
    return [
      fine(`${file} trusts ${live.map(([name]) => name).join(', ')}`),
      ...live
        .filter(([, { until }]) => remaining(until) < endsSoon)
        .map(([name, { until }]) => warning(`${name} signs nothing new from ${until} on: npx site keys new`)),
    ];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [problem(error.message)];
  }
}

const remaining = (until: string | undefined): number =>
  until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until) - Date.now();

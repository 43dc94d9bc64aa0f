import { writeFile } from 'node:fs/promises';
import { pathPrefix } from '@site/releases/pages.ts';
import { type PolicyRequest, readPolicyRequest } from '@site/releases/policyRequest.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isLanguage, languages } from '@site/shared/i18n/languages.ts';
import type { CommandResult } from '../commands/print.ts';
import { knownApp } from './knownApp.ts';

const usage = (reason: string) => new OperatorError('RELEASE-USAGE', `${reason}.`);

/**
 * `site request REMOTE PREFIX…`: writes a file that asks the shell's owner for addresses, such as `fr:evenements`; without a
 * language, in all.
 *
 * @throws {OperatorError} RELEASE-USAGE when a prefix can't be one, RELEASE-NAME when the remote isn't in this repository
 */
export async function requestCommand(remote: string, asked: readonly string[]): Promise<CommandResult> {
  const prefixes: Record<string, string[]> = {};
  for (const text of asked) {
    const [, code, prefix = ''] = /^(?:([^:]*):)?(.*)$/.exec(text) ?? [];
    if (!pathPrefix.min(1).safeParse(prefix).success)
      throw usage(`"${prefix}" can’t be a prefix: it has small letters, digits and hyphens, such as fr:evenements`);
    if (code !== undefined && !isLanguage(code))
      throw usage(`"${code}" is no language of the site. Choose from: ${languages.join(', ')}`);
    for (const language of code === undefined ? languages : [code]) {
      prefixes[language] = [...(prefixes[language] ?? []), prefix];
    }
  }
  const request: PolicyRequest = readPolicyRequest({ remote: knownApp(remote), prefixes }, `“${asked.join(' ')}”`);
  const file = `${request.remote}.request.json`;
  await writeFile(file, `${JSON.stringify(request, null, 2)}\n`);
  const text = `${file} asks for ${asked.join(', ')}. Send it to the site’s owner, who looks at what changes and sets it: npx site policy --request ${file}`;
  return { lines: [text], data: { file, ...request } };
}

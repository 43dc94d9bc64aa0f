import { describeRemote } from '@site/bundling/bundles/remote.ts';
import { remotes, sourceFolder } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * Finds the remotes whose APIs are recorded.
 *
 * @throws {OperatorError} SITE-USAGE when none declares one of them
 */
export async function recordedApis(addresses: Readonly<Record<string, string>>) {
  const declared = new Map<string, string>();
  for (const remote of Object.keys(addresses).length > 0 ? remotes : []) {
    const { apis = {} } = await describeRemote(remote);
    for (const api of Object.keys(apis)) declared.set(api, sourceFolder(remote));
  }
  return Object.fromEntries(
    Object.entries(addresses).map(([api, address]) => {
      const folder = declared.get(api);
      if (folder === undefined)
        throw new OperatorError(
          'SITE-USAGE',
          `No remote here declares the API "${api}". Name it in \`apis\` of its src/remote.ts, or record another.`,
        );
      return [api, { address, folder }];
    }),
  );
}

import { apps, onlyRemote } from '@site/bundling/project.ts';
import { isAppName } from '@site/releases/names.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/**
 * An app whose sources are here.
 *
 * @throws {OperatorError} RELEASE-NAME when there is no such app
 */
export function knownApp(name: string): string {
  if (apps.includes(name)) return name;
  throw new OperatorError('RELEASE-NAME', `There is no "${name}" to release. Choose from: ${apps.join(', ')}.`);
}

/**
 * An app of a store: in the whole site's repository, also a remote that has its own.
 *
 * @throws {OperatorError} RELEASE-NAME when there can be no such app
 */
export const releasedApp = (name: string): string =>
  onlyRemote === undefined && isAppName(name) ? name : knownApp(name);

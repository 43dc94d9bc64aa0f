import { OperatorError } from '@site/shared/contract/OperatorError.ts';

const namePattern = /^[a-z][a-z0-9-]{0,39}$/;
const versionPattern = /^[a-z0-9][a-z0-9-]{5,63}$/;
const pathPartPattern = /^[\w.@~+-]{1,200}$/;
const maxPathLength = 1_000;

/** Whether a text, from a command or an address, can be an app's name. Objects have apps as keys: `constructor` is none. */
export const isAppName = (text: string): boolean => namePattern.test(text) && !(text in Object.prototype);

/** Whether a text can be a version. Versions are folder names: nothing else gets near the file system. */
export const isVersion = (text: string): boolean => versionPattern.test(text);

/** Whether a path, from a manifest, stays below the folder of its release, and means the same in a file system, an address and HTML. */
export const isInnerPath = (path: string): boolean =>
  path.length <= maxPathLength &&
  path.split('/').every((part) => pathPartPattern.test(part) && part !== '.' && part !== '..');

/**
 * @throws {OperatorError} RELEASE-NAME
 */
export function assertAppName(text: string): void {
  if (!isAppName(text)) throw new OperatorError('RELEASE-NAME', `"${text}" is not the name of an app.`);
}

/**
 * @throws {OperatorError} RELEASE-NAME
 */
export function assertVersion(text: string): void {
  if (!isVersion(text))
    throw new OperatorError('RELEASE-NAME', `"${text}" is not a version; \`npm run release -- list\` shows them.`);
}

/**
 * Checks what leads to a file of a version.
 *
 * @throws {OperatorError} RELEASE-NAME
 */
export function assertInStore(app: string, version: string, path: string): void {
  assertAppName(app);
  assertVersion(version);
  if (!isInnerPath(path))
    throw new OperatorError('RELEASE-NAME', `"${path}" is not the path of a file of ${app}@${version}.`);
}

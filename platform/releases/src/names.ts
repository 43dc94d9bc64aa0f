import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile } from '@site/shared/contract/release.ts';

/** The file beside a stored version's manifest that says when and from which commit it was published. */
export const publicationFile = 'publication.json';

/** Paths in a store, relative to it; the same in a folder and behind an HTTP origin. */
export const storePath = {
  policy: 'policy.json',
  policyLock: 'policy.lock',
  policyHistory: 'policy.history',
  pointer: (app: string): string => `${app}/current.json`,
  lock: (app: string): string => `${app}/current.lock`,
  /** With a dot, as no version and no app has one in its name. */
  history: (app: string): string => `${app}/current.history`,
  release: (app: string, version: string): string => `${app}/${version}`,
  manifest: (app: string, version: string): string => `${app}/${version}/${manifestFile}`,
  publication: (app: string, version: string): string => `${app}/${version}/${publicationFile}`,
  file: (app: string, version: string, path: string): string => `${app}/${version}/${path}`,
} as const;

/**
 * Whether a version's file is public: one that browsers load, or its description. All others, such as server code, source
 * maps and who published it, are for teams and servers.
 */
export const isForEveryone = (path: string): boolean =>
  path === manifestFile || (/^(?:web|public|inline)\//.test(path) && !path.endsWith('.map'));

const namePattern = /^[a-z][a-z0-9-]{0,39}$/;
const versionPattern = /^[a-z0-9][a-z0-9-]{5,63}$/;
const pathPartPattern = /^[\w.@~+-]{1,200}$/;
const maxPathLength = 1_000;
const maxPathParts = 20;

/** Whether untrusted text is a valid app name. Apps are keys of plain objects, so `constructor` is not one. */
export const isAppName = (text: string): boolean => namePattern.test(text) && !(text in Object.prototype);

/** Whether untrusted text is a valid version. Versions are folder names: nothing else may reach the file system. */
export const isVersion = (text: string): boolean => versionPattern.test(text);

/** Whether a manifest's path stays below its release folder and means the same in a file system, an address and HTML. */
export function isInnerPath(path: string): boolean {
  const parts = path.length <= maxPathLength ? path.split('/') : [];
  const isPlain = parts.every((part) => pathPartPattern.test(part) && part !== '.' && part !== '..');
  return isPlain && parts.length > 0 && parts.length <= maxPathParts;
}

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
    throw new OperatorError('RELEASE-NAME', `"${text}" is not a version; \`npx site list\` shows them.`);
}

/**
 * Checks the app, version and path of a file before it is read.
 *
 * @throws {OperatorError} RELEASE-NAME
 */
export function assertFilePath(app: string, version: string, path: string): void {
  assertAppName(app);
  assertVersion(version);
  if (!isInnerPath(path))
    throw new OperatorError('RELEASE-NAME', `"${path}" is not the path of a file of ${app}@${version}.`);
}

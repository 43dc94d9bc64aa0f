import { apps } from '@site/bundling/project.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** @throws {OperatorError} RELEASE-NAME when there is no such app */
export function knownApp(name: string): string {
  if (apps.includes(name)) return name;
  throw new OperatorError('RELEASE-NAME', `There is no "${name}" to release. Choose from: ${apps.join(', ')}.`);
}

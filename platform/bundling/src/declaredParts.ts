import { eventsSchema, isOwnEvent, listensSchema } from '@site/releases/events.ts';
import { usesSchema } from '@site/releases/fragments.ts';
import type { RemoteDefinition } from '@site/shared';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { z } from 'zod';
import { describeRemote } from './bundles/remote.ts';
import { type UsedParts, usedParts } from './usedParts.ts';

/** What a remote has to do with the site's API and other teams' parts of pages, besides the fragments that it offers. */
type DeclaredParts = Pick<ReleaseManifest, 'emits' | 'uses' | 'listens' | 'calls'>;

const schema = z.object({ emits: eventsSchema, uses: usesSchema, listens: listensSchema });

/**
 * The events that a remote's `remote.ts` declares, the fragments and events of any team that its sources use, and their calls of the site's API.
 *
 * @throws {OperatorError} BUILD-REMOTE when an event isn't the remote's own or isn't declared, or servers would refuse a name
 */
export const declaredParts = async (app: string): Promise<DeclaredParts> =>
  describedParts(await describeRemote(app), usedParts(app));

/** The same of a description and what the sources use. */
export function describedParts(
  { name, emits = {} }: Pick<RemoteDefinition, 'name' | 'emits'>,
  { uses, listens, emitted, calls }: UsedParts,
): DeclaredParts {
  const fail = (message: string) => new OperatorError('BUILD-REMOTE', message);
  const rename = (event: string) =>
    `The names of its events begin with its own: call it "${name}:${event.replace(/^.*:/, '')}".`;
  const foreign = Object.keys(emits).find((event) => !isOwnEvent(event, name));
  if (foreign !== undefined) throw fail(`${name} declares the event "${foreign}" in src/remote.ts. ${rename(foreign)}`);
  const undeclared = Object.entries(emitted).find(([event]) => !Object.hasOwn(emits, event));
  if (undeclared) {
    const [event, file] = undeclared;
    const remedy = isOwnEvent(event, name) ? `Add it there: emits: { "${event}": { … } }.` : rename(event);
    throw fail(`${name} emits the event "${event}" in ${file}, which src/remote.ts doesn’t declare. ${remedy}`);
  }
  const { error } = schema.safeParse({ emits, uses, listens });
  if (error) throw fail(`${name} can’t be described: ${z.prettifyError(error).replaceAll('\n', ' ')}`);
  return {
    ...(Object.keys(emits).length > 0 && { emits }),
    ...(Object.keys(uses).length > 0 && { uses }),
    ...(listens.length > 0 && { listens }),
    // Also when it makes none: a release that doesn't say may make any.
    calls,
  };
}

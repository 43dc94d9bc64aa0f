import { existsSync } from 'node:fs';
import { onlyRemote } from '@site/bundling/project.ts';
import { isSafeForSecrets } from '@site/releases/signing/audience.ts';
import { readSigningKey, type SigningKey } from '@site/releases/signing/keys.ts';
import { localKeys } from '@site/releases/signing/localKey.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
import type { CommandResult } from '../commands/print.ts';

/** Where the room of `npm start` is, and of a machine whose settings name no other port. */
const ownAddress = 'http://127.0.0.1:3300';

/** How long the room may take to answer, in milliseconds. */
const answerTime = 10_000;

const invitation = z.object({ link: z.url({ protocol: /^https?$/ }) });
const refusal = z.object({ message: z.string() });

/**
 * `site control-room`: prints a link that lets the holder of a key into a control room, once.
 *
 * @param options.at the room's address
 * @throws {OperatorError} RELEASE-KEY-FILE without a key, SITE-UNREACHABLE without a room, or the room's own refusal
 */
export async function controlRoomCommand(options: {
  readonly at?: string | undefined;
  readonly key?: string | undefined;
}): Promise<CommandResult> {
  const origin = options.at ?? (await ownRoom());
  if (!isSafeForSecrets(origin))
    throw new OperatorError('RELEASE-USAGE', `A link into ${origin} could be read on its way: use its https address.`);
  const url = `${origin}/invitations`;
  const response = await ask(url, await keyOf(options.key));
  const answer: unknown = await response.json().catch(() => undefined);
  const invited = invitation.safeParse(answer).data;
  if (response.ok && invited) return { lines: [invited.link], data: invited };
  const reason = refusal.safeParse(answer).data?.message ?? `status ${response.status}`;
  throw new OperatorError('SITE-UNREACHABLE', `${origin} gives no link: ${reason}`);
}

async function ask(url: string, key: SigningKey): Promise<Response> {
  try {
    const headers = signRequest({ method: 'POST', url }, key);
    return await fetch(url, { method: 'POST', headers, redirect: 'error', signal: AbortSignal.timeout(answerTime) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(
      'SITE-UNREACHABLE',
      `There is no control room at ${url}: ${reason}. Set CONTROL_ROOM=on where the release service runs, or name another address: --at.`,
      error,
    );
  }
}

/** The room of this machine. A remote's own repository knows no settings of the site. */
async function ownRoom(): Promise<string> {
  if (onlyRemote !== undefined) return ownAddress;
  const { readSettings } = await import('@site/server/settings.ts');
  const { CONTROL_ROOM, CONTROL_ROOM_ORIGIN } = readSettings(process.env);
  return CONTROL_ROOM_ORIGIN ?? (CONTROL_ROOM === undefined ? ownAddress : `http://127.0.0.1:${CONTROL_ROOM}`);
}

/** The key that is given, or the one that `npm start` has made for this machine. */
async function keyOf(given: string | undefined): Promise<SigningKey> {
  const key = given || process.env.RELEASE_KEY;
  if (key) return readSigningKey(key);
  const own = onlyRemote === undefined ? await keyOfThisMachine() : undefined;
  if (own !== undefined && existsSync(own)) return readSigningKey(own);
  throw new OperatorError(
    'RELEASE-KEY-FILE',
    'Which key? The room lets in holders of a trusted key: --key FILE, or RELEASE_KEY.',
  );
}

async function keyOfThisMachine(): Promise<string | undefined> {
  const { localKeysFolder, readSettings } = await import('@site/server/settings.ts');
  const folder = localKeysFolder(readSettings(process.env));
  return folder === undefined ? undefined : localKeys(folder).key;
}

import { homedir, tmpdir } from 'node:os';
import { isAbsolute, parse, resolve } from 'node:path';
import { hasCode } from '@site/releases/store/files.ts';
import { storeKind } from '@site/releases/store/storeKind.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { serviceLimits as limits } from './limits.ts';
import type { ServiceSettings } from './ServiceOptions.ts';

/** Statuses by error code; every other code is 422: understood, but refused. */
const statuses: Readonly<Record<string, number>> = {
  'RELEASE-REQUEST': 401,
  'RELEASE-KEY': 403,
  'RELEASE-UNKNOWN': 404,
  'RELEASE-NAME': 404,
  'RELEASE-BUSY': 409,
  'RELEASE-TOO-MUCH': 413,
  'RELEASE-STORE': 500,
};

/** Makes the handler that answers a refused request with its code and what to do: the command at the other end prints it. */
export const sendErrorOf =
  (settings: Pick<ServiceSettings, 'RELEASES' | 'DATA_DIR' | 'REPORTS'>) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { status, code, message } = answerTo(error, request);
    if (status === 500) request.log.error({ err: error }, 'unexpected error');
    reply.header('cache-control', 'no-store');
    return reply.code(status).send({ code, message: withoutFolders(message, foldersOf(settings)) });
  };

interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

function answerTo(error: unknown, { raw }: FastifyRequest): ErrorAnswer {
  if (error instanceof OperatorError)
    return { status: statuses[error.code] ?? 422, code: error.code, message: error.message };
  // Fastify quotes an address, however long it is.
  const refused = (status: number, reason: string) => {
    const said = reason.length > limits.reason ? `${reason.slice(0, limits.reason)}…` : reason;
    return { status, code: 'RELEASE-REQUEST', message: `RELEASE-REQUEST ${said}` };
  };
  if (error instanceof z.ZodError)
    return refused(400, `The request is not one of this service: ${z.prettifyError(error)}`);
  // An operator needn't know about a connection that breaks in the middle of a body.
  const isCutOff = raw.destroyed && hasCode(error, 'ECONNRESET');
  const { statusCode = isCutOff ? 400 : 500 } = error as { readonly statusCode?: number };
  if (statusCode < 500) return refused(statusCode, `${(error as Error).message}.`);
  const message = 'RELEASE-STORE The release service has failed: its log says why.';
  return { status: 500, code: 'RELEASE-STORE', message };
}

/** The folders of this machine that errors may name, and what they are called elsewhere. */
const foldersOf = ({ RELEASES, DATA_DIR, REPORTS }: Pick<ServiceSettings, 'RELEASES' | 'DATA_DIR' | 'REPORTS'>) => ({
  ...(storeKind(RELEASES) === 'folder' && { [RELEASES]: 'RELEASES', [resolve(RELEASES)]: 'RELEASES' }),
  [resolve(DATA_DIR)]: 'DATA_DIR',
  ...(REPORTS !== undefined && { [resolve(REPORTS)]: 'REPORTS' }),
  [resolve(import.meta.dirname, '../../../..')]: 'SITE',
  [process.cwd()]: 'SITE',
  [homedir()]: 'HOME',
  [tmpdir()]: 'TEMPORARY',
});

/**
 * Replaces the paths of folders by their names, so that clients don't learn where things are on this machine.
 *
 * @param names by absolute path
 */
export function withoutFolders(text: string, names: Readonly<Record<string, string>>): string {
  return (
    Object.entries(names)
      .filter(([folder]) => isAbsolute(folder) && folder !== parse(folder).root)
      // A folder inside another one has its own name, so the longest path comes first.
      .sort(([a], [b]) => b.length - a.length)
      .reduce((shown, [folder, name]) => {
        // The same letters may be in a longer name, or in an address.
        const pattern = new RegExp(`(?<![\\w.-])${RegExp.escape(folder)}(?![\\w-])`, 'g');
        return shown.replaceAll(pattern, () => name);
      }, text)
  );
}

import type { PromoteOptions } from '@site/releases/operations/makeLive.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseSigning, SigningOptions } from './serviceTools.ts';

/** Options of the command line. */
export interface CommandOptions {
  readonly promote?: boolean | undefined;
  readonly folder?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'no-browser'?: boolean | undefined;
  readonly json?: boolean | undefined;
  readonly last?: string | undefined;
  readonly days?: string | undefined;
  readonly key?: string | undefined;
  readonly file?: string | undefined;
  readonly apps?: string | undefined;
  readonly signs?: string | undefined;
  readonly until?: string | undefined;
  readonly to?: string | undefined;
  readonly share?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly step?: string | undefined;
  readonly views?: string | undefined;
}

/** What a command prints: for people, and for scripts. */
export interface CommandResult {
  readonly text: string;
  readonly data?: unknown;
}

export const day = 24 * 60 * 60 * 1000;

export const signingOptions = ({ key, days }: CommandOptions): SigningOptions => ({
  key,
  ...(days !== undefined && { life: count(days, '--days') * day }),
});

export const promoteOptions = ({ pointers, trust }: ReleaseSigning): PromoteOptions => ({ signing: pointers, trust });

export function count(text: string, option: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new OperatorError('RELEASE-USAGE', `${option} must be a whole number, not "${text}".`);
}

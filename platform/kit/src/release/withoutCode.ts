import type { Fault } from '@site/shared/contract/release.ts';

/** The message of a fault. That of an `OperatorError` begins with its code, which the commands print before it anyway. */
export const withoutCode = ({ code, message }: Pick<Fault, 'code' | 'message'>): string =>
  message.startsWith(`${code} `) ? message.slice(code.length + 1) : message;

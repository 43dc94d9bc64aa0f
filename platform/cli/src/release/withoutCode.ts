import type { Fault } from '@site/shared/contract/release.ts';

/** The message of a fault without its code, which commands print before it. An `OperatorError`'s message begins with its code. */
export const withoutCode = ({ code, message }: Pick<Fault, 'code' | 'message'>): string =>
  message.startsWith(`${code} `) ? message.slice(code.length + 1) : message;

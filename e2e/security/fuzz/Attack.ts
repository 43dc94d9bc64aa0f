import type { Random } from './Random.ts';

/** A request as bytes (latin1), and whether it is one: what is none may be met with a closed connection. */
export interface Attack {
  readonly bytes: string;
  readonly isRequest: boolean;
}

/** Makes an attack of a kind. */
export type Kind = (random: Random) => Attack;

interface Message {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** A request as a client might send it, whatever stands in its parts. */
export function request({ method = 'GET', path, headers = [], body }: Message): Attack {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: site.example'];
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const head = [`${method} ${path} HTTP/1.1`, ...host, 'Connection: close', ...headers, ...length].join('\r\n');
  return { bytes: `${head}\r\n\r\n${body ?? ''}`, isRequest: true };
}

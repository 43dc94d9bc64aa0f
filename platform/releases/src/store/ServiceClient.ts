import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { SigningKey } from '../signing/keys.ts';
import { signRequest } from '../signing/requests.ts';
import { assertNoWebPage, storeFailure } from './storeFailure.ts';

/** A service verifies and renders a version before it answers. */
const timeout = 5 * 60_000;

/** Interrupted requests are retried: files that have arrived are kept. */
const retry = { limit: 4, methods: ['get', 'put', 'post'], statusCodes: [502, 503, 504], backoffLimit: 2_000 };

/** Sends requests to a release service, signed with a team's key. */
export class ServiceClient {
  readonly #address: string;
  readonly #key: SigningKey | undefined;

  /** @param key signs the requests; without one, they are not signed */
  constructor(address: string, key: SigningKey | undefined) {
    this.#address = address;
    this.#key = key;
  }

  /** Whether requests are signed. */
  get hasKey(): boolean {
    return this.#key !== undefined;
  }

  /** The headers that sign a request; none without a key. */
  signatureOf(method: string, path: string, body?: string | Buffer): Readonly<Record<string, string>> {
    return this.#key ? signRequest({ method, url: `${this.#address}/${path}`, body }, this.#key) : {};
  }

  /**
   * Sends a request and returns the service's answer.
   *
   * @throws {OperatorError} the service's own error, or why there was no answer of a service
   */
  async ask(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    body?: string | Buffer,
    condition: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const url = `${this.#address}/${path}`;
    // Most commands ask no service, and would wait for it.
    const { default: ky, isNetworkError } = await import('ky');
    const response = await ky(url, {
      method,
      headers: {
        ...this.signatureOf(method, path, body),
        ...(body !== undefined && {
          'content-type': typeof body === 'string' ? 'application/json' : 'application/octet-stream',
        }),
        ...condition,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      redirect: 'error',
      throwHttpErrors: false,
      timeout,
      retry,
      hooks: {
        // A signature is valid once.
        beforeRetry: [
          ({ request }) => {
            for (const [name, value] of Object.entries(this.signatureOf(method, path, body)))
              request.headers.set(name, value);
          },
        ],
      },
    }).catch((error: unknown) => {
      throw storeFailure(url, isNetworkError(error) ? error.cause : error);
    });
    const text = await response.text();
    if (response.ok) {
      assertNoWebPage(url, Buffer.from(text));
      return text === '' ? undefined : JSON.parse(text);
    }
    throw refusalOf(response.status, text, url);
  }
}

/** The service's own error, or an error that says that none answers at this address. */
export function refusalOf(status: number, text: string, url: string): OperatorError {
  const { code, message } = jsonOf(text);
  if (typeof code === 'string' && typeof message === 'string')
    return new OperatorError(code, message.startsWith(`${code} `) ? message.slice(code.length + 1) : message);
  if (retry.statusCodes.includes(status))
    return new OperatorError(
      'RELEASE-STORE',
      `${url} answers with status ${status}: the site is starting, overloaded or down. Try again in a moment.`,
    );
  return new OperatorError(
    'RELEASE-READ-ONLY',
    `${url} answers with status ${status}: there is no release service at this address. Correct it: RELEASES=https://www.example.com/releases, or --to.`,
  );
}

function jsonOf(text: string): { readonly code?: unknown; readonly message?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

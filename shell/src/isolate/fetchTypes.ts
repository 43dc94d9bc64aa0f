type HeadersInit = IsolateHeaders | Iterable<readonly [string, string]> | Readonly<Record<string, string | undefined>>;

class IsolateHeaders {
  readonly #values = new Map<string, string>();

  constructor(init: HeadersInit = {}) {
    const entries = Symbol.iterator in init ? init : Object.entries(init);
    for (const [name, value] of entries as Iterable<readonly [string, string]>) this.append(name, value);
  }

  append(name: string, value: string): void {
    const present = this.get(name);
    this.set(name, present === null ? value : `${present}, ${value}`);
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value).trim());
  }

  forEach(callback: (value: string, name: string, headers: IsolateHeaders) => void): void {
    for (const [name, value] of this) callback(value, name, this);
  }

  *entries(): IterableIterator<[string, string]> {
    yield* [...this.#values].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  *values(): IterableIterator<string> {
    for (const [, value] of this) yield value;
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}

type BodyInit = string | URLSearchParams | null;

interface MessageInit {
  readonly headers?: HeadersInit;
}

/** The common part of requests and responses. Bodies are text: only the API can be reached, and it uses JSON. */
abstract class Message {
  readonly headers: IsolateHeaders;
  /** No stream: libraries then read the whole text. */
  readonly body = null;
  #isUsed = false;
  readonly #text: string;

  constructor(body: BodyInit | undefined, { headers }: MessageInit) {
    this.headers = new IsolateHeaders(headers);
    this.#text = String(body ?? '');
    if (body == null || this.headers.has('content-type')) return;
    const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'text/plain';
    this.headers.set('content-type', `${type};charset=UTF-8`);
  }

  get bodyUsed(): boolean {
    return this.#isUsed;
  }

  async text(): Promise<string> {
    if (this.#isUsed) throw new TypeError('Body is unusable: Body has already been read');
    this.#isUsed = true;
    return this.#text;
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  /** The text of another message, or nothing. */
  protected static textOf(message: Message): string | null {
    return message.#text === '' ? null : message.#text;
  }
}

interface RequestInit extends MessageInit {
  readonly method?: string;
  readonly body?: BodyInit;
  readonly signal?: AbortSignal | null;
}

class IsolateRequest extends Message {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal;

  constructor(input: string | URL | IsolateRequest, init: RequestInit = {}) {
    const original = input instanceof IsolateRequest ? input : undefined;
    const body = init.body ?? (original && Message.textOf(original));
    super(body, { headers: init.headers ?? original?.headers ?? {} });
    this.url = original?.url ?? new URL(String(input)).href;
    this.method = init.method?.toUpperCase() ?? original?.method ?? 'GET';
    this.signal = init.signal ?? original?.signal ?? new AbortController().signal;
  }

  clone(): IsolateRequest {
    return new IsolateRequest(this);
  }
}

interface ResponseInit extends MessageInit {
  readonly status?: number;
  readonly statusText?: string;
}

class IsolateResponse extends Message {
  readonly status: number;
  readonly statusText: string;
  readonly url = '';

  constructor(body?: BodyInit, init: ResponseInit = {}) {
    super(body, init);
    this.status = init.status ?? 200;
    this.statusText = init.statusText ?? '';
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  clone(): IsolateResponse {
    return new IsolateResponse(Message.textOf(this), this);
  }
}

/** The classes that API calls use, by their names in browsers. */
export const fetchGlobals = { Headers: IsolateHeaders, Request: IsolateRequest, Response: IsolateResponse };

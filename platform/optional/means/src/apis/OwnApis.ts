import { networkOf } from '@site/node/networkOf.ts';
import { UnusableAnswer } from '@site/node/readBody.ts';
import { singleFlight } from '@site/node/singleFlight.ts';
import { targetOf } from '@site/releases/forms.ts';
import {
  type ApiAnswer,
  type ApiCall,
  hasFailed,
  noAnswer,
  requestHeaders,
  type Visitor,
} from '@site/renderer/apiCalls.ts';
import { lastGoodHeader } from '@site/shared/api/errors.ts';
import { ownApisPath, ownPicturesPath } from '@site/shared/contract/api.ts';
import { type ApiGrant, allows, grantOf, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { LRUCache } from 'lru-cache';
import { meansLimits } from '../limits.ts';
import { fetchPicture } from '../pictures/fetchPicture.ts';
import { pictureOf } from '../pictures/pictureOf.ts';
import { CallGuard } from './CallGuard.ts';
import { fetchAnswer, type OwnRequest, sendToOwn } from './fetchAnswer.ts';
import { isPlainPath } from './plainPath.ts';

/** What `OwnApis` works with. */
export interface OwnApisOptions {
  readonly policy: () => RoutePolicy;
  /** How long an answer to a call, to a form, and a picture may take. */
  readonly timeouts: { readonly read: number; readonly write: number; readonly picture: number };
  /** The value of a setting with a token. */
  readonly secret: (name: string) => string | undefined;
  readonly logError: (text: string, requestId: string | undefined) => void;
  /** Counts calls by how they went. */
  readonly count: (remote: string, api: string, outcome: OwnCallOutcome) => void;
  /** In development, what stands in for an API's answer at a path below its address. */
  readonly fixture?: ReadFixture | undefined;
  /** In development, shows what a form would send. */
  readonly logForm?: ((to: string, body: string) => void) | undefined;
}

/** Reads what stands in for an API: a text, or with `latin1` any bytes, each as one character. */
export type ReadFixture = (api: string, path: string, encoding?: 'latin1') => Promise<string | undefined>;

/** How a call went: answered by the API or from memory, `stale` when the last good answer stood in for it. */
export const ownCallOutcomes = ['answered', 'kept', 'stale', 'refused', 'failed'] as const;

export type OwnCallOutcome = (typeof ownCallOutcomes)[number];

/** Whom a call is made for: nobody when the site itself makes it. The address stays here. */
export type Asker = Omit<Visitor, 'address'> & Partial<Pick<Visitor, 'address'>>;

/** What a call asks for. */
interface Target {
  readonly remote: string;
  readonly api: string;
  /** Below the API's address, with its query. */
  readonly path: string;
}

/** A form that is sent to an API of its remote. */
export interface OwnForm {
  readonly remote: string;
  /** The API's name, and the path below its address. */
  readonly to: string;
  /** JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Kept {
  readonly answer: ApiAnswer;
  /** By `performance.now()`. */
  readonly until: number;
}

const answerMemory = (maxSize: number) =>
  new LRUCache<string, Kept>({
    maxSize,
    sizeCalculation: ({ answer }, key) => 2 * (answer.body.length + key.length) + 100,
    ttl: meansLimits.apis.lastGood,
  });

/** Answers to paths with a query are kept apart: there is no end of those, and they push out no others. */
const memoriesOf = (bytes: number) => ({ plain: answerMemory(bytes), queried: answerMemory(bytes) });

const unknown: ApiAnswer = { status: 404, headers: {}, body: '', freshFor: meansLimits.apis.fresh.least };

/** Calls the remotes' own APIs, each only for what the policy grants, and keeps their answers as they say. */
export class OwnApis {
  readonly #options: OwnApisOptions;
  readonly #data = memoriesOf(meansLimits.apis.kept);
  readonly #pictures = memoriesOf(meansLimits.pictures.kept);
  readonly #askOnce = singleFlight<ApiAnswer>();
  readonly #logged = new LRUCache<string, true>({ ...meansLimits.apis.logged });
  readonly #guards = new Map<string, CallGuard>();

  constructor(options: OwnApisOptions) {
    this.#options = options;
  }

  /** Whether a path of the site leads to an API of a remote. */
  static isOwn(path: string): boolean {
    return path.startsWith(ownApisPath);
  }

  /**
   * Makes a call. One without a remote is a browser's, which may run any remote's code. While an API fails, the answer is the
   * last good one, with `lastGoodHeader`. A search uses the kept answers, and adds none. Never rejects.
   */
  async call({ path, remote }: Pick<ApiCall, 'path' | 'remote'>, visitor: Asker): Promise<ApiAnswer> {
    const target = this.#targetOf(path.slice(ownApisPath.length), remote);
    if (!target) return unknown;
    const { fixture } = this.#options;
    if (fixture) {
      const body = await fixture(target.api, target.path);
      return body === undefined ? unknown : { status: 200, headers: jsonHeaders, body, freshFor: 0 };
    }
    const use = remote === undefined ? 'browser' : 'page';
    return await this.#read(target, visitor, { ...reading, use: visitor.isSearch ? 'search' : use });
  }

  /** Gets a picture for a browser as `call` gets data: its bytes are the characters of `body`, its type is in the headers. */
  async picture(path: string, visitor: Asker): Promise<ApiAnswer> {
    const target = this.#targetOf(path.slice(ownPicturesPath.length), undefined);
    if (!target) return unknown;
    const { fixture } = this.#options;
    if (!fixture) return await this.#read(target, visitor, { ...picturing, use: 'picture' });
    const body = (await fixture(target.api, target.path, 'latin1')) ?? '';
    const { type } = pictureOf(Buffer.from(body, 'latin1')) ?? {};
    return type === undefined ? unknown : { status: 200, headers: { 'content-type': type }, body, freshFor: 0 };
  }

  async #read(target: Target, visitor: Asker, asking: Asking): Promise<ApiAnswer> {
    const grant = grantOf(this.#options.policy(), target.remote, target.api);
    if (!grant || !allows(grant, 'GET')) return unknown;
    const { use } = asking;
    const key = `${grant.address} ${target.api}/${target.path}`;
    const kept = this.#memoryOf(target, use).get(key);
    const left = kept ? kept.until - performance.now() : 0;
    if (kept && left > 0) {
      this.#count(target, 'kept');
      return { ...kept.answer, freshFor: left };
    }
    // A search keeps no answer, so it must not make the call that others share. A picture is no data.
    const flight = use === 'search' || use === 'picture' ? `${use} ${key}` : key;
    return await this.#askOnce(flight, () => this.#ask(key, target, grant, visitor, asking));
  }

  /**
   * Sends a form of a remote. The answer has the status, `retry-after`, and for status 422 the body. `noAnswer` says that the form
   * may have arrived; status 503 that it hasn't: nothing is sent to what the policy doesn't grant, or to an API that fails. Never
   * rejects.
   */
  async send(form: OwnForm, visitor: Asker): Promise<ApiAnswer> {
    const { remote, to, body, headers } = form;
    const { api, path } = targetOf({ to });
    const target = { remote, api, path };
    const { fixture, policy, logForm } = this.#options;
    if (fixture) {
      logForm?.(to, body);
      return { status: 200, headers: {}, body: '' };
    }
    const grant = grantOf(policy(), remote, api);
    if (!grant || !allows(grant, 'POST')) return notSent;
    const answer = await this.#answerOf(target, grant, visitor, { ...sending, body, headers });
    this.#count(target, outcomeOf(answer));
    if (isMistake(answer))
      this.#options.logError(
        `SITE-OWN-API The API "${api}" of ${remote} answered a form with status ${answer.status}. Nothing is stored.`,
        visitor.requestId,
      );
    return answer;
  }

  async #ask(key: string, target: Target, grant: ApiGrant, visitor: Asker, asking: Asking): Promise<ApiAnswer> {
    const memory = this.#memoryOf(target, asking.use);
    const answer = await this.#answerOf(target, grant, visitor, asking);
    if (!hasFailed(answer)) {
      this.#count(target, answer.status === 200 ? 'answered' : 'refused');
      if (!visitor.isSearch) memory.set(key, { answer, until: performance.now() + (answer.freshFor ?? 0) });
      return answer;
    }
    const lastGood = memory.get(key)?.answer;
    const isGood = lastGood?.status === 200;
    this.#count(target, isGood ? 'stale' : 'failed');
    const { least: freshFor } = meansLimits.apis.fresh;
    return isGood ? { ...lastGood, headers: { ...lastGood.headers, [lastGoodHeader]: '1' }, freshFor } : answer;
  }

  /** The API's own answer; `noAnswer` when it gives no usable one. */
  async #answerOf(
    { remote, api, path }: Target,
    grant: ApiGrant,
    visitor: Asker,
    { use, ask, unasked, headers: own, body }: Asking,
  ): Promise<ApiAnswer> {
    const log = (reason: string) => this.#log(`The API "${api}" of ${remote} failed. ${reason}`, visitor.requestId);
    const token = grant.token === undefined ? undefined : this.#options.secret(grant.token);
    if (grant.token !== undefined && !token) {
      log(`The setting ${grant.token} with its token is missing on this server.`);
      return unasked;
    }
    const caller = { path: path.replace(/\?.*/s, ''), network: networkOf(visitor.address ?? '') };
    const pass = this.#guardOf(grant.address, use).enter(caller);
    if (!pass) return unasked;
    const method = use === 'form' ? 'POST' : 'GET';
    const timeout = this.#options.timeouts[use === 'form' ? 'write' : use === 'picture' ? 'picture' : 'read'];
    const span = visitor.span?.begin(`${method} ${ownApisPath}${api}/*`, { 'site.remote': remote }, 'client');
    try {
      const headers = { ...own, ...requestHeaders({ ...visitor, ...(span && { span }) }) };
      const answer = await ask({ address: grant.address + path, token, headers, body, timeout });
      pass.succeeded();
      span?.end({ 'http.response.status_code': answer.status });
      return answer;
    } catch (error) {
      // A path that leads elsewhere, or to a page, is easily found, and is of no use to anyone who calls it.
      if (error instanceof UnusableAnswer) pass.over();
      else pass.failed();
      span?.end({ 'error.type': 'no-answer' });
      log(causeOf(error, timeout));
      return noAnswer;
    }
  }

  /**
   * What lets calls through. What visitors search or send, and browsers call, must not decide whether pages get data, nor data
   * whether forms arrive.
   */
  #guardOf(address: string, use: Use): CallGuard {
    const key = `${use} ${address}`;
    const { waiting } = use === 'picture' ? meansLimits.pictures : meansLimits.apis;
    const guard = this.#guards.get(key) ?? new CallGuard(waiting);
    this.#guards.set(key, guard);
    return guard;
  }

  /** The path may contain what a visitor typed, and the address is the owner's: neither is in the log. */
  #log(text: string, requestId: string | undefined): void {
    // Anyone may call what fails, as often as they want to fill the log.
    if (this.#logged.has(text)) return;
    this.#logged.set(text, true);
    this.#options.logError(`SITE-OWN-API ${text}`, requestId);
  }

  #memoryOf({ path }: Target, use: Use) {
    const memories = use === 'picture' ? this.#pictures : this.#data;
    return memories[path.includes('?') ? 'queried' : 'plain'];
  }

  #count({ remote, api }: Target, outcome: OwnCallOutcome): void {
    this.#options.count(remote, api, outcome);
  }

  /** What a path of the site asks for; undefined when it means something else once it is resolved. */
  #targetOf(rest: string, caller: string | undefined): Target | undefined {
    const [, api = '', path = ''] = /^([a-z][a-z0-9-]*)\/(.*)$/s.exec(rest) ?? [];
    if (api === '' || rest.length > meansLimits.apis.path || !isPlainPath(path)) return undefined;
    const { grants = {} } = this.#options.policy();
    const remote = caller ?? (Object.hasOwn(grants, api) ? grants[api]?.remote : undefined);
    // In development the policy grants nothing yet.
    return remote === undefined && !this.#options.fixture ? undefined : { remote: remote ?? '', api, path };
  }
}

/** Says that a form was not sent. */
const notSent: ApiAnswer = { status: 503, headers: {}, body: '' };

/** What an API is asked for. Each has its own places, and fails by itself. */
type Use = 'page' | 'browser' | 'search' | 'form' | 'picture';

/** A way to ask an API. */
interface Asking {
  readonly use: Use;
  readonly ask: (request: OwnRequest) => Promise<ApiAnswer>;
  /** Stands for the answer when the API wasn't asked. */
  readonly unasked: ApiAnswer;
  readonly headers?: OwnForm['headers'];
  readonly body?: string;
}

const reading = { ask: fetchAnswer, unasked: noAnswer };
const picturing = { ask: fetchPicture, unasked: noAnswer };
const sending = { use: 'form', ask: sendToOwn, unasked: notSent } as const;

const outcomeOf = ({ status }: ApiAnswer): OwnCallOutcome => {
  if (status === 0 || status >= 500) return 'failed';
  return status < 300 ? 'answered' : 'refused';
};

/** Whether an API refuses a form for a reason that its visitor can do nothing about. */
const isMistake = ({ status }: ApiAnswer): boolean =>
  status >= 400 && status < 500 && ![409, 422, 429].includes(status);

const jsonHeaders = { 'content-type': 'application/json' };

/** Why a call failed, without an address. */
function causeOf(error: unknown, timeout: number): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  if (name === 'TimeoutError') return `It gave no answer within ${timeout} ms.`;
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return name === 'TypeError' ? `It can’t be reached${code}.` : message;
}

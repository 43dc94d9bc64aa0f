import { createHash } from 'node:crypto';
import { commonHeaders } from '@site/http/secureHeaders.ts';
import type { Document } from './document.ts';
import { compressed, type Encoding } from './encodings.ts';
import { documentHeaders } from './securityHeaders.ts';
import { sharedCaching } from './sharedCaching.ts';

type HeaderValues = Readonly<Record<string, string>>;

/** An answer to a request for a page. */
export interface PageAnswer {
  readonly status: number;
  /** Every header but those of all answers. */
  readonly headers: HeaderValues;
  /** All headers, names and values by turns, as Node writes them fastest. */
  readonly rawHeaders: string[];
  readonly body: Buffer | undefined;
}

/** A page in an encoding: the answer to those who don't have it, and to those who do. */
interface PageForm {
  /** Its tag, and those of earlier forms of the same document in this encoding. */
  readonly tags: readonly string[];
  readonly whole: PageAnswer;
  readonly unchanged: PageAnswer;
}

/** A document in every form in which it is sent, each made when it is first asked for. */
export interface CachedPage {
  readonly status: number;
  readonly headers: HeaderValues;
  readonly html: Buffer;
  readonly forms: Map<Encoding, PageForm>;
}

/** Makes a document ready to be sent; the given headers go before those that pages have by themselves. */
export function toPage(document: Document, status: number, headers: HeaderValues = {}): CachedPage {
  const own = {
    ...documentHeaders(document),
    vary: 'accept-encoding, accept-language',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': status === 200 ? sharedCaching : 'no-cache',
  };
  return { status, headers: { ...own, ...headers }, html: Buffer.from(document.html), forms: new Map() };
}

/** The answer in an encoding; status 304 when the visitor's browser has it. */
export function answerOf(page: CachedPage, encoding: Encoding, ifNoneMatch: string | undefined): PageAnswer {
  const form = page.forms.get(encoding) ?? replaceForm(page, encoding, compressed(page.html, encoding));
  const isKnown = page.status === 200 && ifNoneMatch && form.tags.some((tag) => ifNoneMatch.includes(tag));
  return isKnown ? form.unchanged : form.whole;
}

/** Gives a page a form, perhaps in the place of an earlier one: who has that has the page. */
export function replaceForm(page: CachedPage, encoding: Encoding, body: Buffer): PageForm {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...page.headers, etag };
  const wholeHeaders = {
    ...headers,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    'content-length': String(body.length),
  };
  const form = {
    tags: [etag, ...(page.forms.get(encoding)?.tags ?? [])],
    whole: makeAnswer(page.status, wholeHeaders, body),
    unchanged: makeAnswer(304, headers, undefined),
  };
  page.forms.set(encoding, form);
  return form;
}

const makeAnswer = (status: number, headers: HeaderValues, body: Buffer | undefined): PageAnswer => ({
  status,
  headers,
  rawHeaders: Object.entries({ ...commonHeaders, ...headers }).flat(),
  body,
});

import type { Check } from '@site/http/probes.ts';
import type { FetchedRequest, FetchedResponse } from '@site/shell/render/messages.ts';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { Visitor } from '../render/RenderHost.ts';

/** Stands for an answer that there is none. */
export const noAnswer: FetchedResponse = { status: 0, headers: {}, body: '' };

/** Whether the API has failed: an error of the caller, such as an unknown article, is an answer. */
export const isFailure = ({ status }: FetchedResponse): boolean => status === 0 || status >= 500;

/** The API that the site works with: in the same process, or elsewhere. */
export interface ApiBackend {
  /** Makes the API answer below `/api/v1` of the site. */
  register(server: FastifyInstance): Promise<void>;
  /** Makes a call while a page is rendered. Never rejects: status 0 stands for no answer. */
  call(request: FetchedRequest, visitor: Visitor): Promise<FetchedResponse>;
  /** The state of the news; pages that show news are rendered again when it changes. */
  newsState(): Promise<string>;
  /** What it needs to be ready, by part; an API elsewhere tells that itself. */
  readonly checks: Readonly<Record<string, Check>>;
  /** Adds what it counts to the site's metrics; an API elsewhere has its own. */
  measure(registry: Registry): void;
  close(): Promise<void>;
}

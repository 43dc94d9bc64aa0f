import type { FastifyInstance } from 'fastify';
import type { FetchedRequest, FetchedResponse } from '../../src/render/messages.ts';
import type { Visitor } from '../render/RenderWorker.ts';

/** The API that the site works with: in the same process, or elsewhere. */
export interface ApiBackend {
  /** Makes the API answer below `/api/v1` of the site. */
  register(server: FastifyInstance): Promise<void>;
  /** Makes a call while a page is rendered. Never rejects: status 0 stands for no answer. */
  call(request: FetchedRequest, visitor: Visitor): Promise<FetchedResponse>;
  /** The state of the news; pages that show news are rendered again when it changes. */
  newsState(): Promise<string>;
  close(): Promise<void>;
}

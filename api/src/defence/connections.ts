import { limits } from '../limits.ts';

/** How Node holds the connections of a server: who sends slowly, or stops half way, is not waited for. */
export const connections = {
  keepAliveTimeout: limits.connection.kept,
  headersTimeout: limits.connection.headersReceived,
  requestTimeout: limits.connection.requestReceived,
  connectionsCheckingInterval: 1_000,
  // Node would answer such requests by itself, past every header of ours: `answerOddRequests` does it.
  requireHostHeader: false,
} as const;

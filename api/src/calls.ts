import { apiCalls } from '@site/shared/contract/api.ts';
import { Counter, type Registry } from 'prom-client';
import { probeHeader } from './contact/probe.ts';

/** What visitors, or their pages, ask the API for; `probe` is a test message of a monitor. */
const calls = ['contact', 'news', 'probe'] as const;

/** The outcome of a call: `failed` is the fault of the API or something it needs, `refused` the caller's. */
const outcomes = ['answered', 'refused', 'failed'] as const;

/** What is counted about a call. */
interface Call {
  readonly method: string;
  /** Its path, with or without a query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Counts calls of the API by outcome. */
export type CountCall = (call: Call, status: number) => void;

/** Adds the counter of calls, which begins at 0: Prometheus sees no increase in a series that begins with its first event. */
export function countCalls(registry: Registry): CountCall {
  const counter = new Counter({
    name: 'site_api_calls_total',
    help: 'Calls of the API: messages (contact), news, and test messages (probe), by outcome; failed ones are the fault of the API or of what it needs',
    labelNames: ['call', 'outcome'],
    registers: [registry],
  });
  for (const call of calls) for (const outcome of outcomes) counter.inc({ call, outcome }, 0);
  return (asked, status) => {
    const call = callOf(asked);
    if (call) counter.inc({ call, outcome: outcomeOf(status) });
  };
}

const prefix = '/api/v1/';

function callOf({ method, path, headers }: Call): (typeof calls)[number] | undefined {
  const name = path.split('?')[0] ?? '';
  if (method === apiCalls.sendMessage.method && name === prefix + apiCalls.sendMessage.path)
    return headers[probeHeader] === undefined ? 'contact' : 'probe';
  return method === 'GET' && name.startsWith(`${prefix}blog/`) ? 'news' : undefined;
}

/** Status 0 stands for no answer. */
const outcomeOf = (status: number): (typeof outcomes)[number] =>
  status === 0 || status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'answered';

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the API behaves: it works, dies with an error, hangs without an answer, or lies with something else. */
export type Mood = 'works' | 'dies' | 'hangs' | 'lies';

/** What visitors send through the site. */
export interface Signup {
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly params: Readonly<Record<string, string>>;
  readonly language: string;
}

/** The team's own API, a second server: events, and who comes to them. */
export interface EventsApi {
  /** The address of what the site may read. */
  readonly address: string;
  mood: Mood;
  /** What was stored, by idempotency key. */
  readonly signups: ReadonlyMap<string, Signup>;
  /** Everything about visitors that reached it and should not have. */
  readonly leaks: readonly string[];
  /** How many requests it got. */
  readonly asked: () => number;
  readonly stop: () => void;
}

const events = [
  { id: 'open-house', title: 'Open house', day: '2027-03-09', place: 'Lille', about: 'Come in, look around, ask.' },
  {
    id: 'mail-talk',
    title: 'A talk about <mail>',
    day: '2027-03-10',
    place: 'Madrid',
    about: 'Why “spam” is a folder.',
  },
] as const;

/** What it answers to reads below its address, by path. */
const answers: Readonly<Record<string, unknown>> = {
  'upcoming.json': events,
  'entries.json': events.map(({ id, title, about, day }) => ({
    params: { id },
    title,
    summary: about,
    lastModified: day.replace('2027', '2026'),
  })),
  ...Object.fromEntries(events.map((event) => [`${event.id}.json`, event])),
};

/** What it answers to a search. */
function found(query: string) {
  const words = new URLSearchParams(query).get('q')?.toLowerCase() ?? '';
  return events.filter(({ title }) => title.toLowerCase().includes(words));
}

/** Lies of an API: each breaks something else in a caller that believes it. */
const lies: readonly string[] = [
  '<script>alert(1)</script>',
  '{"__proto__":{"polluted":true}}',
  JSON.stringify([{ ...events[0], title: { toString: 'x' } }]),
  JSON.stringify([{ ...events[0], day: 'yesterday' }]),
  'null',
  '['.repeat(50_000),
];

/** Headers that tell something about a visitor. */
const ofVisitors = ['cookie', 'x-forwarded-for', 'forwarded', 'referer', 'x-real-ip'] as const;

/** Starts the API at a free port. */
export async function startEventsApi(token: string): Promise<EventsApi> {
  const signups = new Map<string, Signup>();
  const leaks: string[] = [];
  const api = { mood: 'works' as Mood };
  let asked = 0;

  const reply = (response: ServerResponse, status: number, body: string, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'spy=1', ...headers }).end(body);

  async function store(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    signups.set(String(request.headers['idempotency-key']), JSON.parse(Buffer.concat(parts).toString()) as Signup);
    reply(response, 201, '{}');
  }

  const answerOf = (path: string, query: string): readonly [status: number, body: string] => {
    if (api.mood === 'dies') return [500, JSON.stringify({ stack: 'a secret of the API' })];
    if (api.mood === 'lies') return [200, lies[asked % lies.length] ?? ''];
    const answer = path === 'find.json' ? found(query) : answers[path];
    return answer === undefined ? [404, '{}'] : [200, JSON.stringify(answer)];
  };

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/public/`;

  const server = createServer((request, response) => {
    const { headers, url = '', method } = request;
    asked += 1;
    for (const name of ofVisitors) if (headers[name] !== undefined) leaks.push(`${name}: ${headers[name]}`);
    if (headers.authorization !== `Bearer ${token}`) return reply(response, 401, '{}');
    if (api.mood === 'hangs') return;
    if (api.mood === 'works' && method === 'POST') return void store(request, response);
    const { pathname, search } = new URL(url, address());
    reply(response, ...answerOf(pathname.replace('/public/', ''), search), { 'cache-control': 'max-age=1' });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(api, { address: address(), signups, leaks, asked: () => asked, stop });
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';

/**
 * How the API behaves: it works, dies with an error, hangs without an answer, lies with something that isn't JSON, has changed
 * what it tells of an event, or fails at searches alone.
 */
export type Mood = 'works' | 'dies' | 'hangs' | 'lies' | 'has changed' | 'can’t search';

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
  /** The paths that are asked for, with their queries. */
  readonly asked: string[];
  /** What was stored, by idempotency key. */
  readonly signups: Map<string, Signup>;
  /** Everything about visitors that reached it and should not have, and requests without its token. */
  readonly leaks: string[];
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

/** One that is past, and was in French. */
const past = { id: 'salon', title: 'Parlons de <mail>', day: '2026-01-03', place: 'Lyon', about: 'À 18 h & après' };

/** What it lists of the events' pages, among them one in French alone, and one that is none of theirs. */
const entries = [
  { params: { id: 'open-house' }, lastModified: '2026-01-02', title: { en: 'Open house', fr: 'Portes ouvertes' } },
  { params: { id: 'mail-talk' } },
  { params: { id: past.id }, languages: ['fr'], lastModified: past.day, title: past.title, summary: past.about },
  { params: { id: '../contact' } },
] as const;

/** What editors of the house wrote, or somebody who has taken over their CMS. */
const rules =
  '<h1 onclick="hacked = 1">Rules of the house</h1><p style="position: fixed">Be kind, and look at <a href="/en/events">all events</a>, ' +
  '<a href="java&#9;script:hacked = 1">none</a> and <a href="https://elsewhere.example/">others</a>.<script>hacked = 1</script>' +
  '<img src="https://cms.example/photos/door.webp" width="300" height="200" onerror="hacked = 1" alt="A door"></p><table><tr><td>Coats<td>Hall</table><div data-fragment="latest-article"><ul><li>Quiet';

/** What it answers to reads below its address, by path. */
const answers: Readonly<Record<string, unknown>> = {
  'upcoming.json': events,
  'entries.json': entries,
  'hall.json': { rules },
  ...Object.fromEntries([...events, past].map((event) => [`${event.id}.json`, event])),
};

/** Its pictures, and what isn't one. */
const pictures: Readonly<Record<string, string | Buffer>> = {
  'photos/door.webp': await sharp({ create: { width: 300, height: 200, channels: 3, background: '#4a7c59' } })
    .webp()
    .toBuffer(),
  'photos/page.png': '<!doctype html><script>alert(1)</script>',
  'photos/drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
};

/** What it answers to a search. */
function found(query: string) {
  const words = new URLSearchParams(query).get('q')?.toLowerCase() ?? '';
  return events.filter(({ title }) => title.toLowerCase().includes(words));
}

/** Lies of an API: each breaks something else in a caller that believes it. */
const lies: readonly string[] = ['<script>alert(1)</script>', '{"half": ', '['.repeat(50_000), ''];

/** What is JSON, and no events. */
const changes: readonly string[] = [
  JSON.stringify([{ title: 5 }]),
  '{"__proto__":{"polluted":true}}',
  JSON.stringify([{ ...events[0], title: { toString: 'x' } }]),
  JSON.stringify([{ ...events[0], day: 'yesterday' }]),
  'null',
];

/** Headers that tell something about a visitor. */
const ofVisitors = ['cookie', 'x-forwarded-for', 'forwarded', 'referer', 'x-real-ip'] as const;

/** Starts the API at a free port. */
export async function startEventsApi(token: string): Promise<EventsApi> {
  const api = {
    mood: 'works' as Mood,
    asked: [] as string[],
    signups: new Map<string, Signup>(),
    leaks: [] as string[],
  };
  const { asked, signups, leaks } = api;

  const reply = (response: ServerResponse, status: number, body: string | Buffer, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'spy=1', ...headers }).end(body);

  /** Stores what comes under a new key, and rejects an address that it knows. */
  async function store(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const signup = JSON.parse(Buffer.concat(parts).toString()) as Signup;
    const key = String(request.headers['idempotency-key']);
    const isKnown = [...signups].some(([other, { values }]) => other !== key && values.email === signup.values.email);
    if (isKnown) {
      reply(response, 422, JSON.stringify({ errors: [{ email: 'This address is on the list <already>' }] }));
    } else {
      signups.set(key, signup);
      reply(response, 201, '{}');
    }
  }

  const oneOf = (texts: readonly string[]) => texts[asked.length % texts.length] ?? '';

  const answerOf = (path: string, query: string): readonly [status: number, body: string | Buffer] => {
    if (api.mood === 'dies' || (api.mood === 'can’t search' && path === 'find.json'))
      return [500, JSON.stringify({ stack: 'a secret of the API' })];
    if (api.mood === 'lies') return [200, oneOf(lies)];
    if (api.mood === 'has changed') return [200, oneOf(changes)];
    const picture = pictures[path];
    if (picture) return [200, picture];
    const answer = path === 'find.json' ? found(query) : answers[path];
    return answer === undefined ? [404, '{}'] : [200, JSON.stringify(answer)];
  };

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/public/`;

  const server = createServer((request, response) => {
    const { headers, url = '', method } = request;
    const { pathname, search } = new URL(url, address());
    const path = pathname.replace('/public/', '');
    asked.push(`${method} ${path}${search}`);
    for (const name of ofVisitors) if (headers[name] !== undefined) leaks.push(`${name}: ${headers[name]}`);
    if (headers.authorization !== `Bearer ${token}`) {
      leaks.push(`${method} ${url} without the token`);
      return reply(response, 401, '{}');
    }
    if (api.mood === 'hangs') return;
    if (api.mood === 'works' && method === 'POST') return void store(request, response);
    reply(response, ...answerOf(path, search), { 'cache-control': 'max-age=1' });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(api, { address: address(), stop });
}

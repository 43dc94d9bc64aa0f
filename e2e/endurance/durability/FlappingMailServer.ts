import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** How a mail server behaves for a while; `forgets`: it breaks the connection when it has the mail, and has not said so. */
export type Mood = 'takes' | 'slow' | 'refuses' | 'later' | 'breaks' | 'forgets';

/** It takes mails about half of the time. */
const moods: readonly Mood[] = ['takes', 'takes', 'takes', 'slow', 'slow', 'refuses', 'later', 'breaks', 'forgets'];

/** Times in milliseconds: the longest that it stays in one mood, and how long it takes when it is slow. */
const times = { mood: 1000, slow: 200 };

/** A real mail server on this machine that behaves now so, now so, and keeps every mail that it ever got. */
export class FlappingMailServer {
  readonly mails: Email[] = [];
  /** How many mails, or connections that it refused, it met in each mood. */
  readonly met: Record<Mood, number> = { takes: 0, slow: 0, refuses: 0, later: 0, breaks: 0, forgets: 0 };
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, done) => done(this.#greet()),
    onData: (stream, session, done) => void this.#receive(stream, session).then(done, done),
  });
  /** By the port that they come from. */
  readonly #sockets = new Map<number, Socket>();
  #mood: Mood = 'takes';
  #timer: NodeJS.Timeout | undefined;

  /** Starts it and gives its address, for `SMTP_URL`. */
  async start(): Promise<string> {
    // A client that is killed breaks its connection: that is no fault of the server.
    this.#server.on('error', () => {});
    this.#server.server.on('connection', (socket: Socket) => {
      const port = socket.remotePort ?? 0;
      this.#sockets.set(port, socket);
      socket.once('close', () => this.#sockets.delete(port));
    });
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.#change();
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** From now on it takes every mail. */
  calmDown(): void {
    clearTimeout(this.#timer);
    this.#mood = 'takes';
  }

  async stop(): Promise<void> {
    this.calmDown();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(resolve);
    await promise;
  }

  #change(): void {
    this.#mood = moods[Math.floor(Math.random() * moods.length)] ?? 'takes';
    this.#timer = setTimeout(() => this.#change(), Math.random() * times.mood);
  }

  /** The error to answer with, or nothing when the client may go on. */
  #greet(): Error | null {
    if (this.#mood !== 'refuses') return null;
    this.met.refuses += 1;
    return refusal(421);
  }

  /** The error to answer with, or nothing when the mail is taken. */
  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Error | null> {
    const mood = this.#mood;
    this.met[mood] += 1;
    const hangUp = () => this.#sockets.get(session.remotePort)?.destroy();
    if (mood === 'breaks') {
      hangUp();
      return null;
    }
    const source = Buffer.concat(await Array.fromAsync<Buffer>(stream));
    if (mood === 'later') return refusal(451);
    this.mails.push(await PostalMime.parse(source));
    if (mood === 'forgets') hangUp();
    if (mood === 'slow') await delay(times.slow);
    return null;
  }
}

/** The error that makes the mail server answer with a reply code. */
const refusal = (responseCode: number): Error => Object.assign(new Error('not now'), { responseCode });

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

/** How a mail server behaves for a while. `forgets`: accepts the mail, but breaks the connection before confirming it. */
export type Mood = 'takes' | 'slow' | 'refuses' | 'later' | 'breaks' | 'forgets';

/** It accepts about half of the mails. */
const moods: readonly Mood[] = ['takes', 'takes', 'takes', 'slow', 'slow', 'refuses', 'later', 'breaks', 'forgets'];

/** In milliseconds: the longest time in one mood, and the delay of a slow server. */
const times = { mood: 1000, slow: 200 };

/** A mail server on this machine that alternates between moods, and keeps every mail that it has received. */
export class FlappingMailServer {
  readonly mails: Email[] = [];
  /** How many mails, or refused connections, met each mood. */
  readonly met: Record<Mood, number> = { takes: 0, slow: 0, refuses: 0, later: 0, breaks: 0, forgets: 0 };
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect: (_session, done) => done(this.#greet()),
    onData: (stream, session, done) => void this.#receive(stream, session).then(done, done),
  });
  /** By remote port. */
  readonly #sockets = new Map<number, Socket>();
  #mood: Mood = 'takes';
  #timer: NodeJS.Timeout | undefined;

  /** Starts the server and returns its URL, for `SMTP_URL`. */
  async start(): Promise<string> {
    // Killed clients break their connections.
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

  /** Accepts every mail from now on. */
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

  /** The error to answer with, or null when the client may continue. */
  #greet(): Error | null {
    if (this.#mood !== 'refuses') return null;
    this.met.refuses += 1;
    return refusal(421);
  }

  /** The error to answer with, or null when the mail is accepted. */
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

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail extends Email {
  /** The recipients in the envelope, whatever the headers say. */
  readonly recipients: readonly string[];
}

/** A real mail server on this machine that keeps the mails it receives. */
export interface TestMailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly mails: readonly ReceivedMail[];
  /** Refuses the next mails with a reply code such as 451; undefined accepts them again. */
  refuse(code: number | undefined): void;
  /** Delays all replies until the returned function is called. */
  hold(): () => void;
  /** How many mails it holds back. */
  held(): number;
  /** Resolves when it has accepted this many mails in all. */
  received(count: number): Promise<readonly ReceivedMail[]>;
  stop(): Promise<void>;
}

/** Starts a mail server, on a free port unless one is given. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let refusal: number | undefined;
  let open = Promise.resolve();
  let held = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        held += 1;
        await open;
        held -= 1;
        if (refusal) return done(Object.assign(new Error('not now'), { responseCode: refusal }));
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        mails.push({ ...mail, recipients: session.envelope.rcptTo.map(({ address }) => address) });
        done();
        for (const check of waiting) check();
      });
    },
  });
  // A killed client breaks its connection, which isn't an error of the server.
  server.on('error', () => {});
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refuse: (code) => {
      refusal = code;
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      return resolve;
    },
    held: () => held,
    received: async (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = () => mails.length >= count && resolve();
      waiting.add(check);
      check();
      await promise;
      waiting.delete(check);
      return mails;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

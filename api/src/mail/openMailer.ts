import { createTransport } from 'nodemailer';
import { limits } from '../limits.ts';
import type { Mailer } from '../outbox/Sender.ts';
import { composeMail } from './compose.ts';
import type { MailSettings } from './settings.ts';

/**
 * Gives what hands mails over to the mail server, several at the same time, over connections that are kept for a while.
 * It reads no files and asks no addresses for a mail's sake.
 */
export function openMailer(settings: MailSettings): Mailer {
  const { atOnce, keep, connect, send } = limits.outbox;
  const transport = createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: atOnce,
    idleTimeout: keep,
    // One more try for a mail of which nothing was sent, since its connection was kept too long; the outbox has others.
    maxRequeues: 1,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: send,
    dnsTimeout: connect,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    deliver: (mail, signal) => transport.sendMail({ ...composeMail(mail, settings), signal }),
    close: () => transport.close(),
  };
}

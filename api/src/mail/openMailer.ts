import { createTransport } from 'nodemailer';
import { limits } from '../limits.ts';
import type { Mailer } from '../outbox/Sender.ts';
import { composeMail, type MailSettings } from './compose.ts';

/**
 * Creates a mailer that sends several mails at the same time, over connections that stay open for a while. Composing a mail
 * reads no files and fetches no URLs.
 */
export function openMailer(settings: MailSettings): Mailer {
  const { concurrency, idleConnection, connect, send } = limits.outbox;
  const transport = createTransport({
    url: settings.smtpUrl,
    pool: true,
    maxConnections: concurrency,
    idleTimeout: idleConnection,
    // Retries once if the server has closed an idle connection. The outbox does all other retries.
    maxRequeues: 1,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: send,
    dnsTimeout: connect,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: (mail, signal) => transport.sendMail({ ...composeMail(mail, settings), signal }),
    close: () => transport.close(),
  };
}

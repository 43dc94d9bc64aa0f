import { createTransport } from 'nodemailer';
import { limits } from '../limits.ts';
import type { OutboxMail } from '../outbox/queries.ts';
import { composeMail } from './compose.ts';
import type { MailSettings } from './settings.ts';

/** Gives the function that hands mails over to the mail server. It reads no files and asks no addresses for a mail's sake. */
export function mailDelivery(settings: MailSettings): (mail: OutboxMail, signal: AbortSignal) => Promise<unknown> {
  const { connect, send } = limits.outbox;
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: connect,
    greetingTimeout: connect,
    socketTimeout: send,
    dnsTimeout: connect,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return (mail, signal) => transport.sendMail({ ...composeMail(mail, settings), signal });
}

import { createTransport } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { noticeLimits } from '../limits.ts';
import type { SentNotice } from '../Notice.ts';
import { plainText, type Wording } from '../words.ts';

/** How a mail is sent. */
export interface MailWay {
  /** Of the mail server, such as `smtps://user:password@mail.example.com`. */
  readonly smtpUrl: string;
  /** Such as `Company <site@example.com>`. */
  readonly from: string;
}

/**
 * Sends a notice as a mail of plain text. Its subject has our own words and the name of an app, which nodemailer encodes.
 *
 * @throws {Error} when the mail server doesn't take it
 */
export async function sendMail(
  { id, at }: Pick<SentNotice, 'id' | 'at'>,
  { title, lines }: Wording,
  to: string,
  { smtpUrl, from }: MailWay,
  signal: AbortSignal,
): Promise<string> {
  const { request: time } = noticeLimits;
  const timeouts = { connectionTimeout: time, greetingTimeout: time, socketTimeout: time, dnsTimeout: time };
  const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  const [sender] = addressparser(from, { flatten: true });
  try {
    const { response } = await transport.sendMail({
      from,
      signal,
      to: { name: '', address: to },
      subject: plainText(title),
      text: `${lines.map(plainText).join('\n')}\n`,
      date: new Date(at),
      // The same at each try: mail programs show one that arrives twice once.
      messageId: `<${id}@${sender?.address.split('@').at(-1)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return response;
  } finally {
    transport.close();
  }
}

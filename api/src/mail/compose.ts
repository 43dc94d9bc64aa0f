import { brand } from '@site/shared/site.ts';
import type { SendMailOptions } from 'nodemailer';
import type { MessageRow } from '../database/schema.ts';
import type { OutboxMail } from '../outbox/queries.ts';
import { domainOf } from './addresses.ts';
import { mailBody } from './body.ts';
import type { MailSettings } from './settings.ts';
import { fill, mailTexts } from './texts.ts';

type Words = Pick<SendMailOptions, 'to' | 'replyTo' | 'subject' | 'text' | 'html' | 'headers'>;

/** The mail of an outbox entry, in the visitor's language. It is the same each time, down to its `Message-ID`. */
export function composeMail({ entry, message }: OutboxMail, settings: MailSettings): SendMailOptions {
  return {
    from: settings.from,
    messageId: `<${entry.id}@${domainOf(settings.from)}>`,
    date: new Date(message.received_at),
    ...(entry.kind === 'notice' ? notice(message, settings) : confirmation(message)),
  };
}

/** To the owner. The visitor's words may stand in the subject: nodemailer folds and encodes headers. */
function notice(message: MessageRow, { to }: MailSettings): Words {
  const { name, email, language } = message;
  const texts = mailTexts[language].notice;
  const subject = fill(texts.subject, { subject: message.subject });
  const parts = [
    fill(texts.intro, { name }),
    [
      [texts.name, name],
      [texts.email, email],
      [texts.subjectLabel, message.subject],
      [texts.received, timeOf(message)],
    ],
    message.message,
    texts.answer,
  ] as const;
  return { to, replyTo: { name, address: email }, subject, ...mailBody(language, subject, parts) };
}

/**
 * To the visitor. Nothing in it was written by the visitor: otherwise anybody could have us send their words to
 * anybody's address.
 */
function confirmation({ email, language }: MessageRow): Words {
  const { subject, greeting, intro, unexpected, closing } = mailTexts[language].confirmation;
  const parts = [greeting, intro, unexpected, fill(closing, { product: brand.product })];
  return {
    to: { name: '', address: email },
    subject,
    headers: { 'Auto-Submitted': 'auto-replied' },
    ...mailBody(language, subject, parts),
  };
}

const timeOf = ({ language, received_at }: MessageRow): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' }).format(new Date(received_at))} UTC`;

import { formatLongDate } from '@site/shared/format.ts';
import { brand } from '@site/shared/site.ts';
import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import type { MessageRow } from '../database/schema.ts';
import type { OutboxMail } from '../outbox/queries.ts';
import { mailBody } from './body.ts';
import en from './texts/en.json' with { type: 'json' };
import es from './texts/es.json' with { type: 'json' };
import fr from './texts/fr.json' with { type: 'json' };

/** How mails are sent. */
export interface MailSettings {
  /** Address of the mail server, such as `smtps://user:password@mail.example.com`. */
  readonly smtpUrl: string;
  /** The owner's addresses, separated by commas. */
  readonly to: string;
  /** The sender's address, such as `Company <site@example.com>`. */
  readonly from: string;
}

type MailContent = Pick<SendMailOptions, 'to' | 'replyTo' | 'subject' | 'text' | 'html' | 'headers'>;

const mailTexts = { en, es, fr };

/** Composes the mail of an outbox entry, in the visitor's language. Every try sends the same mail, down to its `Message-ID`. */
export function composeMail({ entry, message }: OutboxMail, settings: MailSettings): SendMailOptions {
  return {
    from: settings.from,
    messageId: `<${entry.id}@${domainOf(settings.from)}>`,
    date: new Date(message.received_at),
    ...(entry.kind === 'notice' ? notice(message, settings) : confirmation(message)),
  };
}

/** To the owner. The subject may contain the visitor's words: nodemailer folds and encodes headers. */
function notice(message: MessageRow, { to }: MailSettings): MailContent {
  const { name, email, language } = message;
  const texts = mailTexts[language].notice;
  const subject = fill(texts.subject, { subject: message.subject });
  const parts = [
    fill(texts.intro, { name }),
    [
      [texts.name, name],
      [texts.email, email],
      [texts.subjectLabel, message.subject],
      [texts.received, formatTime(message)],
    ],
    message.message,
    texts.answer,
  ] as const;
  return { to, replyTo: { name, address: email }, subject, ...mailBody(language, subject, parts) };
}

/** To the visitor. It contains nothing the visitor wrote: anyone could otherwise make us send their words to any address. */
function confirmation({ email, language }: MessageRow): MailContent {
  const { subject, greeting, intro, unexpected, closing } = mailTexts[language].confirmation;
  const parts = [greeting, intro, unexpected, fill(closing, { product: brand.product })];
  return {
    to: { name: '', address: email },
    subject,
    headers: { 'Auto-Submitted': 'auto-replied' },
    ...mailBody(language, subject, parts),
  };
}

/** The domain of the first of some addresses. */
function domainOf(addresses: string): string {
  const [first] = addressparser(addresses, { flatten: true });
  return first?.address.split('@').at(-1) ?? '';
}

/** Replaces the placeholders of a text, such as `{{name}}`. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);

const formatTime = ({ language, received_at }: MessageRow): string =>
  `${formatLongDate(received_at, language, 'medium')} UTC`;

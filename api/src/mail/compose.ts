import { brand } from '@site/company/brand.ts';
import { contactFields } from '@site/shared/contract/contact/fields.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { formatLongDate } from '@site/shared/format.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import type { SendMailOptions } from 'nodemailer';
import addressparser from 'nodemailer/lib/addressparser';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import type { MessageRow } from '../database/schema.ts';
import { limits } from '../limits.ts';
import type { OutboxMail } from '../outbox/queries.ts';
import { mailBody } from './body.ts';

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

const mailTexts = siteTexts('mail');

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
  const { notice: texts } = mailTexts[language];
  const subject = fill(texts.subject, { subject: message.subject });
  const parts = [
    fill(texts.intro, { name }),
    [...fieldRows(message), [texts.received, formatTime(message)]],
    message.message,
    texts.answer,
  ] as const;
  return {
    to,
    // Some mail programs decode names in quotes, too. The name is in the mail as well.
    replyTo: { name: looksEncoded(name) ? '' : name, address: email },
    ...subjectOf(subject),
    ...mailBody(subject, parts, { language, row: (name, value) => fill(mailTexts[language].row, { name, value }) }),
  };
}

/** Whether mail programs would decode a text (RFC 2047). */
const looksEncoded = (text: string): boolean => text.includes('=?');

/** The subject as it was typed: nodemailer takes one that looks encoded for its own. */
function subjectOf(subject: string): Pick<MailContent, 'subject' | 'headers'> {
  if (!looksEncoded(subject)) return { subject };
  const value = encodeWord(subject, 'B', limits.mailWord);
  return { headers: { Subject: { prepared: true, foldLines: true, value } } };
}

/** The fields beside the text itself, each with its label. Empty ones are left out. */
function fieldRows(message: MessageRow): (readonly [label: string, value: string])[] {
  const { fields } = contactTexts[message.language];
  return contactFields
    .filter((field) => field !== 'message' && message[field] !== '')
    .map((field) => [fields[field].labelInMail ?? fields[field].label, message[field]]);
}

/** To the visitor. It contains nothing the visitor wrote: anyone could otherwise make us send their words to any address. */
function confirmation({ email, language }: MessageRow): MailContent {
  const { subject, greeting, intro, unexpected, closing } = mailTexts[language].confirmation;
  const parts = [greeting, intro, unexpected, fill(closing, { product: brand.product })];
  return {
    to: { name: '', address: email },
    subject,
    headers: { 'Auto-Submitted': 'auto-replied' },
    ...mailBody(subject, parts, {
      language,
      row: (name, value) => fill(mailTexts[language].row, { name, value }),
      isLetter: true,
    }),
  };
}

/** The domain of the first address in a list. */
function domainOf(addresses: string): string {
  const [first] = addressparser(addresses, { flatten: true });
  return first?.address.split('@').at(-1) ?? '';
}

/** Replaces the placeholders of a text, such as `{{name}}`. */
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) => values[name] ?? placeholder);

const formatTime = ({ language, received_at }: MessageRow): string =>
  `${formatLongDate(received_at, language, 'medium')} UTC`;

import type { MessageRow } from '@site/api/database/schema.ts';
import { emailAddress } from '@site/shared/contract/form/email.ts';
import { plainLine } from '@site/shared/plainText.ts';
import { roomLimits } from '../limits.ts';

/** One mailbox and nothing else: what a mail program could take for a second address or a field isn't in it. */
const mailbox = /^([\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+)@([a-z\d.-]+)$/iu;

/**
 * A link that opens the owner's mail program with an answer to a message, which it quotes; undefined when its address could stand
 * for several. Every word of the visitor's is one value of the link: none ends it, or begins another field of the mail.
 *
 * @param intro the line above the quotation
 */
export function answerLink(
  message: Pick<MessageRow, 'email' | 'subject' | 'message'>,
  intro: string,
): string | undefined {
  const [, name, domain] = mailbox.exec(emailAddress(message.email)) ?? [];
  if (name === undefined || domain === undefined) return undefined;
  const subject = plainLine(message.subject);
  const quoted = message.message.split('\n').map((line) => `> ${plainLine(line)}`);
  const body = ['', '', intro, ...quoted].join('\r\n');
  const start = `mailto:${encoded(name)}@${domain}?subject=${encoded(/^re:/i.test(subject) ? subject : `Re: ${subject}`)}&body=`;
  return start + cut(body, roomLimits.desk.mailLink - start.length);
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** As much of a text as a link has room for, encoded. */
function cut(text: string, room: number): string {
  const whole = encoded(text);
  if (whole.length <= room) return whole;
  const end = encoded('…');
  let short = '';
  for (const character of text.toWellFormed()) {
    const next = encoded(character);
    if (short.length + next.length + end.length > room) break;
    short += next;
  }
  return short + end;
}

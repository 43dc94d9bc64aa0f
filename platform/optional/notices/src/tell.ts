import type { Language } from '@site/shared/i18n/languages.ts';
import { type MailWay, sendMail } from './channels/mail.ts';
import { post } from './channels/post.ts';
import { signatureHeaders, signedBody } from './channels/signed.ts';
import { slackMessage } from './channels/slack.ts';
import { teamsCard } from './channels/teams.ts';
import type { SentNotice } from './Notice.ts';
import type { Target } from './settings.ts';
import { wordingOf } from './words.ts';

/** How notices are written and sent. */
export interface TellingOptions {
  /** The origin of the site that they are about. */
  readonly site: string;
  readonly language: Language;
  /** Signs what plain webhooks get. */
  readonly secret?: string | undefined;
  readonly mail?: MailWay | undefined;
  /** How long a try may take, in milliseconds. */
  readonly timeout?: number;
}

/**
 * Tells one target one notice.
 *
 * @returns what came back
 * @throws {Error} when it didn't arrive
 */
export async function tell(
  target: Target,
  notice: SentNotice,
  { site, language, secret = '', mail, timeout }: TellingOptions,
  signal: AbortSignal,
): Promise<string> {
  const wording = wordingOf(notice, language);
  if (target.kind === 'mail') {
    if (!mail) throw new Error('there is no mail server: SMTP_URL');
    return await sendMail(notice, wording, target.address, mail, signal);
  }
  const { url, isPrivate } = target;
  const send = { url, isPrivate, signal, ...(timeout !== undefined && { timeout }) };
  if (target.kind === 'signed') {
    const body = signedBody(notice, site, wording);
    return await post({ ...send, body, headers: signatureHeaders(notice.id, body, secret) });
  }
  return await post({
    ...send,
    body: JSON.stringify(target.kind === 'slack' ? slackMessage(wording) : teamsCard(wording)),
  });
}

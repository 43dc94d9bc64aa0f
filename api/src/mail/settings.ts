/** How mails are sent. */
export interface MailSettings {
  /** Address of the mail server, such as `smtps://user:password@mail.example.com`. */
  readonly smtpUrl: string;
  /** Who reads the messages: an address, or several with commas between them. */
  readonly to: string;
  /** Whom the mails come from, such as `Company <site@example.com>`. */
  readonly from: string;
}

import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';

const address = z.email();

/** Whether a setting names one or more whom mail can be sent to, such as `Company <site@example.com>, b@example.com`. */
export function isAddressList(value: string): boolean {
  const found = addressparser(value, { flatten: true });
  return found.length > 0 && found.every((mailbox) => address.safeParse(mailbox.address).success);
}

/** The domain of the first address. */
export function domainOf(value: string): string {
  const [first] = addressparser(value, { flatten: true });
  return first?.address.split('@').at(-1) ?? '';
}

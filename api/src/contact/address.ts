import { domainToASCII } from 'node:url';
import { emailAddress } from '@site/shared/contract/form/email.ts';

/**
 * The canonical form of an e-mail address: neither capitals nor the form of the domain (`bücher.example`,
 * `xn--bcher-kva.example`) make a difference. Undefined when it isn't an address.
 */
export function addressKey(text: string): string | undefined {
  const address = emailAddress(text).toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = domainToASCII(address.slice(at + 1));
  return at > 0 && domain ? `${address.slice(0, at)}@${domain}` : undefined;
}

/** The mailbox of an address. With most providers, capitals and what follows a `+` make no difference. */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+.*(?=@)/, '');

const unseen = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Characters that would end the host of an address, or mean something else in it. */
const endsHost = /[\s"#%/:<>?@[\\\]^`{|}]/;
const longestDomain = 253;
const joiners = /[\u200c\u200d]/g;

/**
 * An e-mail address as it is checked, sent and stored: without what nobody sees, such as pasted spaces of no width, and with its
 * domain in the letters of DNS. Browsers differ here: Chrome does some of it by itself, Firefox none.
 */
export function emailAddress(text: string): string {
  const address = text.normalize('NFKC').replace(unseen, '').trim();
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const plain = domain.replace(joiners, '').trim();
  const ascii = at > 0 ? (asciiDomain(domain) ?? asciiDomain(plain)) : undefined;
  return (address.slice(0, at).replace(joiners, '') + (ascii ?? plain)).trim();
}

/** A domain in Punycode, such as `xn--bcher-kva.example`; undefined where it has no other form, or is none. */
function asciiDomain(domain: string): string | undefined {
  if (domain.length > longestDomain || /^[ -~]*$/.test(domain) || endsHost.test(domain)) return undefined;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return undefined;
  }
}

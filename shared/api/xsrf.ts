import { xsrf } from '../contract/xsrf.ts';

/** The token in a cookie string such as `document.cookie`, if there is one. */
export function xsrfTokenOf(cookies: string): string | undefined {
  const prefix = `${xsrf.cookie}=`;
  const pair = cookies.split('; ').find((part) => part.startsWith(prefix));
  return pair && decoded(pair.slice(prefix.length));
}

/** A cookie's value as a header can have it; one that can't be decoded is taken as it is, one with line breaks is no token. */
function decoded(value: string): string | undefined {
  try {
    const text = decodeURIComponent(value);
    if (/[^ -~]/.test(text)) return /\p{Cc}/u.test(text) ? undefined : value;
    return text;
  } catch {
    return value;
  }
}

/** The cookie that the API hands out, and the header in which it wants it back. */
export const xsrf = { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN', path: 'xsrf' } as const;

/** The token in a cookie string such as `document.cookie`, if there is one. */
export function xsrfTokenOf(cookies: string): string | undefined {
  const prefix = `${xsrf.cookie}=`;
  const pair = cookies.split('; ').find((part) => part.startsWith(prefix));
  return pair && decoded(pair.slice(prefix.length));
}

/** A cookie's value; one that can't be decoded, or can't stand in a header then, is taken as it is. */
function decoded(value: string): string {
  try {
    const text = decodeURIComponent(value);
    return /^[ -~]*$/.test(text) ? text : value;
  } catch {
    return value;
  }
}

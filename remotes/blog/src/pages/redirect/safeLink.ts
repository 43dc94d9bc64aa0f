const safeProtocols: readonly string[] = ['http:', 'https:'];

/**
 * The link, when a visitor may be sent there: an absolute http(s) address. The API has checked it already;
 * it is checked again because the page is what sends the visitor away.
 */
export function safeLink(link: string | null): string | null {
  if (!link || !URL.canParse(link)) return null;
  return safeProtocols.includes(new URL(link).protocol) ? link : null;
}

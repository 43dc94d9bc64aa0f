/** Writes each part of a pattern from an ISO date. */
const parts: Readonly<Record<string, (iso: string) => string>> = {
  YYYY: (iso) => iso.slice(0, 4),
  MM: (iso) => iso.slice(5, 7),
  DD: (iso) => iso.slice(8, 10),
};

/**
 * A date in a pattern of `YYYY`, `MM` and `DD`, in UTC, so that server and browser agree.
 *
 * @param date an ISO 8601 date or time, such as `2026-03-28`
 * @returns the date, or nothing when it isn't one
 */
export function formatDate(date: string, pattern = 'YYYY-MM-DD'): string {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return '';
  const iso = time.toISOString();
  return pattern.replace(/YYYY|MM|DD/g, (token) => parts[token]?.(iso) ?? token);
}

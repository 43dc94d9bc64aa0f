const isoDay = /^(\d{4}-\d\d-\d\d)(?:[Tt ]|$)/;
/** RFC 822, as RSS has it: `Sat, 07 Sep 2026 23:30:00 -0500`. */
const mailDay = /^(?:[a-z]+,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4}|\d\d)(?:\s|$)/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * The day of a date in a feed, `YYYY-MM-DD`: the one that its publisher wrote, whatever day it was elsewhere.
 * Undefined when it has none of the forms that feeds know.
 */
export function dayOf(date: string): string | undefined {
  const iso = isoDay.exec(date)?.[1];
  if (iso) return iso;
  const [, day = '', month = '', year = ''] = mailDay.exec(date) ?? [];
  const number = months.indexOf(month.toLowerCase()) + 1;
  if (number === 0) return undefined;
  return `${year.padStart(4, '20')}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

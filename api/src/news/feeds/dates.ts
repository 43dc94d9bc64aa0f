import { limits } from '../../limits.ts';

/**
 * The day of a timestamp in a feed, `YYYY-MM-DD`, in the publisher's time zone. Undefined for an unknown format; a day that
 * doesn't exist is returned as it is.
 */
export function dayOf(timestamp: string): string | undefined {
  if (timestamp.length > limits.feedDate) return undefined;
  return w3cDay(timestamp) ?? mailDay(withoutComments(timestamp));
}

/** ISO 8601 as in RFC 3339 and W3C's note, which also has years and months alone. Some leave out the hyphens of a day. */
const w3cDate = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[Tt\sZz+-].*)?)?)?$/;
const compactDate = /^(\d{4})(\d\d)(\d\d)(?:[Tt\s].*)?$/;

function w3cDay(timestamp: string): string | undefined {
  const [, year, month = '01', day = '01'] = w3cDate.exec(timestamp) ?? compactDate.exec(timestamp) ?? [];
  return year && `${year}-${month}-${day}`;
}

/** RFC 822 and 2822, as RSS uses them: `Sat, 07 Sep 2026 23:30:00 -0500`. */
const dayFirst = /^(?:[a-z]+\.? )?(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{2,4})(?: |$)/i;
/** As C prints it, and as Americans write it: `Sat Sep  7 23:30:00 2026`, `September 7, 2026`. */
const monthFirst = /^(?:[a-z]+\.? )?([a-z]{3})[a-z]*\.? (\d{1,2})(?: [\d:]+)?(?: [a-z]{3,4})? (\d{4})(?: |$)/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function mailDay(timestamp: string): string | undefined {
  const words = timestamp.replace(/[,\s]+/g, ' ').trim();
  const [, day, month, year] = dayFirst.exec(words) ?? swapped(monthFirst.exec(words));
  const number = months.indexOf((month ?? '').toLowerCase()) + 1;
  if (!day || !year || number === 0) return undefined;
  return `${fullYear(year)}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

const swapped = (match: RegExpExecArray | null): readonly (string | undefined)[] =>
  match ? [match[0], match[2], match[1], match[3]] : [];

/** RFC 2822: two digits below 50 are of this century; others, and three digits, count from 1900. */
function fullYear(year: string): number {
  const number = Number(year);
  if (year.length === 4) return number;
  return number + (year.length === 2 && number < 50 ? 2000 : 1900);
}

/** RFC 822 allows comments in parentheses anywhere, also inside others. */
function withoutComments(timestamp: string): string {
  const text = timestamp.replace(/\((?:\\.|[^\\()])*\)/g, ' ');
  return text === timestamp ? text : withoutComments(text);
}

/** An address of one of the site's own scripts, with a line and a column, in the stack traces of every browser. */
const place = /\/assets\/[^\s?:()]+\.js(?:\?retry=1)?:\d+:\d+/g;

/** Where in the site's own scripts an error was thrown: the first places of its stack trace, and nothing else of it. */
export function scriptPlaces(error: unknown): string[] {
  let first = error;
  while (first instanceof Error && first.cause) first = first.cause;
  return (first instanceof Error && first.stack?.match(place)?.slice(0, 3)) || [];
}

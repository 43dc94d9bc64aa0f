/** What an engine drops of our style sheets, and what visitors of that engine get instead. */
interface Fallback {
  readonly dropped: RegExp;
  readonly engines: readonly ('chromium' | 'firefox' | 'webkit')[];
  readonly instead: string;
}

const fallbacks: readonly Fallback[] = [
  {
    dropped: /^(-webkit-|-moz-)?text-size-adjust: /,
    engines: ['chromium', 'firefox', 'webkit'],
    instead: 'Each phone takes the one with its own prefix; on desktops nothing adjusts the size of texts.',
  },
  {
    dropped: /^-webkit-text-decoration-color: /,
    engines: ['chromium', 'firefox'],
    instead: 'The build writes it beside `text-decoration-color`, for Safari before 26.2.',
  },
  {
    dropped: /^-(webkit|moz-osx)-font-smoothing: /,
    engines: ['chromium', 'firefox', 'webkit'],
    instead: 'On a Mac each takes its own; elsewhere letters are as bold as the system draws them.',
  },
  {
    dropped: /^text-wrap: pretty$/,
    engines: ['firefox'],
    instead: 'The last line of a paragraph may be a single word.',
  },
  {
    dropped: /^interpolate-size: /,
    engines: ['firefox', 'webkit'],
    instead: 'Answers open at once, without a movement.',
  },
  {
    dropped: /^forced-color-adjust: /,
    engines: ['webkit'],
    instead: 'The engine knows no forced colours.',
  },
];

/** Whether something else stands in for what an engine drops. */
export const hasFallback = (engine: Fallback['engines'][number], part: string): boolean =>
  fallbacks.some(({ dropped, engines }) => engines.includes(engine) && dropped.test(part));

import { linesOf } from './linesOf.ts';

/** What an engine takes otherwise than the other ones, and what all of them take alike. */
const traps = [
  {
    pattern: /(?<![\w-])text-decoration:\s*[\w-]+\s+[^;]+/,
    remedy: 'Safari before 26.2 takes the line alone: write text-decoration-line, -color and -thickness',
  },
  {
    pattern: /(?<![\w-])list-style(?:-type)?:\s*(?:''|"")/,
    remedy: 'Safari gives an empty marker a line above block content: write none, and use List',
  },
  {
    pattern: /color-mix\((?:[^()]|\([^()]*\))*calc\(/,
    remedy: "Firefox doesn't clamp a calculated percentage: write clamp(0%, …, 100%)",
  },
] as const;

/** Finds declarations that don't come out the same in Chromium, Firefox and Safari. */
export function trapsIn(css: string): readonly { line: number; remedy: string }[] {
  return linesOf(css).flatMap((text, index) =>
    traps.filter(({ pattern }) => pattern.test(text)).map(({ remedy }) => ({ line: index + 1, remedy })),
  );
}

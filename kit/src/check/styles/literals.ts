import { linesOf } from './linesOf.ts';

/** Values that belong into the design's tokens. */
const literalPatterns = [
  /#[\da-f]{3,8}\b/gi,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^)]*\)/gi,
  /(?<![\w-])(?:white|black)(?![\w-])/gi,
  /(?<![\w-])\d*\.?\d+m?s\b/gi,
];

/** Finds the colours and durations that a style sheet writes out. */
export function literalsIn(css: string): readonly { line: number; literal: string }[] {
  return linesOf(css).flatMap((text, index) =>
    literalPatterns.flatMap((pattern) => (text.match(pattern) ?? []).map((literal) => ({ line: index + 1, literal }))),
  );
}

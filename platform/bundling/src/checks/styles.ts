import { outreachesIn } from '../bundles/containedStyles.ts';
import { postcssOf } from '../bundles/postcssOf.ts';
import { filesOf, onlyRemote, sourceFolder } from '../project.ts';
import type { Check } from './Check.ts';
import { readFiles } from './sources.ts';

/** Component styles use tokens for colours and durations, a remote's styles stay inside of it, and every style works the same in all engines. */
export const styles: Check = {
  name: 'styles',
  run: async () => {
    const sheets = [...readFiles(onlyRemote ? filesOf(onlyRemote, '*.css') : '{shell,remotes,shared}/**/*.css')];
    const components = sheets.filter(([path]) => path.endsWith('.module.css'));
    const ofRemotes = sheets.filter(([path]) => onlyRemote !== undefined || path.startsWith('remotes/'));
    return [
      ...ofRemotes.flatMap(([path, css]) =>
        outreachesIn(css, path, isPlain(path) && usesPostcss(path)).map(
          ({ line, reason }) => `${path}:${line}: BUILD-STYLE ${reason}`,
        ),
      ),
      ...components.flatMap(([path, css]) =>
        literalsIn(css).map(({ line, literal }) => `${path}:${line}: "${literal}" must be a token`),
      ),
      ...sheets.flatMap(([path, css]) => trapsIn(css).map(({ line, remedy }) => `${path}:${line}: ${remedy}`)),
    ];
  },
};

const isPlain = (path: string): boolean => !path.endsWith('.module.css');

/** Whether the remote that a sheet belongs to compiles it with PostCSS. */
function usesPostcss(path: string): boolean {
  const [, app = onlyRemote] = /^remotes\/([^/]+)\//.exec(path) ?? [];
  return app !== undefined && postcssOf(sourceFolder(app)) !== undefined;
}

/** Values that should be design tokens. */
const literalPatterns = [
  /#[\da-f]{3,8}\b/gi,
  /\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^)]*\)/gi,
  /(?<![\w-])(?:white|black)(?![\w-])/gi,
  /(?<![\w-])\d*\.?\d+m?s\b/gi,
];

/** Finds colours and durations that are not tokens. */
export function literalsIn(css: string): readonly { line: number; literal: string }[] {
  return linesOf(css).flatMap((text, index) =>
    literalPatterns.flatMap((pattern) => (text.match(pattern) ?? []).map((literal) => ({ line: index + 1, literal }))),
  );
}

/** Declarations that engines treat differently, and what to write instead. */
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

/** Finds declarations that Chromium, Firefox and Safari treat differently. */
export function trapsIn(css: string): readonly { line: number; remedy: string }[] {
  return linesOf(css).flatMap((text, index) =>
    traps.filter(({ pattern }) => pattern.test(text)).map(({ remedy }) => ({ line: index + 1, remedy })),
  );
}

/** The lines of a style sheet, with comments replaced by spaces. */
const linesOf = (css: string): readonly string[] => css.replace(/\/\*.*?\*\//gs, blank).split('\n');

const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');

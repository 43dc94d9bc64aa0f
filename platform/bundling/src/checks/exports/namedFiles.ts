import { type Files, importsOf, isForTests, parse, textsOf } from '../sources.ts';

/** A file, and how it names another: `./a.ts` or `@site/shared/html.ts`. */
export interface NamedFile {
  readonly path: string;
  readonly specifier: string;
}

const isScript = /\.(?:ts|tsx|mjs|cjs)$/;

/** How style sheets and settings name files of packages. */
const inText = /(?<=["'])@site\/[\w@./-]+/g;

/** What files import or name. */
export function namedFiles(files: Files): readonly NamedFile[] {
  const isOfScript = ([path]: readonly [string, string]) => isScript.test(path);
  const scripts = parse(new Map([...files].filter(isOfScript)));
  const inScripts = [...scripts].flatMap(([path, source]) => {
    const imported = importsOf(source).map(({ specifier }) => specifier);
    // Programs name files in calls of `resolve` and in settings of tools, too. In tests such texts may be samples.
    const texts = isForTests(path) ? [] : textsOf(source).filter((text) => text.startsWith('@site/'));
    return [...imported, ...texts].map((specifier) => ({ path, specifier }));
  });
  const texts = [...files].filter((file) => !isOfScript(file));
  const inTexts = texts.flatMap(([path, text]) =>
    [...text.matchAll(inText)].map(([specifier]) => ({ path, specifier })),
  );
  return [...inScripts, ...inTexts];
}

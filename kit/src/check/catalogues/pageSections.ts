import { type ParseResult, Visitor } from 'oxc-parser';
import { importsOf } from '../sources/imports.ts';
import type { Sources } from '../sources/parse.ts';
import { resolve } from '../sources/resolve.ts';
import { sectionsOf, usedTexts } from './usedTexts.ts';

/** The problems of the pages' lists of sections: what a page shows must travel with it, and nothing else should. */
export function sectionProblems(sources: Sources): readonly string[] {
  const pages = [...sources].filter(([path]) => /^remotes\/.*\/page\.ts$/.test(path));
  return pages.flatMap(([path, source]) => {
    const listed = listedSections(source);
    const shown = [...sectionsOf(reachableFrom(path, sources).flatMap(usedTexts))];
    const missing = shown.filter((section) => !listed.includes(section));
    const superfluous = listed.filter((section) => !shown.includes(section));
    return [
      ...missing.map((section) => `${path}: must list "${section}"`),
      ...superfluous.map((section) => `${path}: lists "${section}", but shows nothing of it`),
    ];
  });
}

/** The list that a page gives to `strings([…])`. */
function listedSections(page: ParseResult): readonly string[] {
  const sections: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: [list] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'strings' || list?.type !== 'ArrayExpression') return;
      for (const element of list.elements) if (element?.type === 'Literal') sections.push(String(element.value));
    },
  }).visit(page.program);
  return sections;
}

/** A page's file and all that it imports of its remote, directly or not. */
function reachableFrom(page: string, sources: Sources): readonly ParseResult[] {
  const remote = page.slice(0, page.indexOf('/src/') + 1);
  const found = new Map<string, ParseResult>();
  const visit = (path: string) => {
    const source = sources.get(path);
    if (!source || found.has(path) || !path.startsWith(remote)) return;
    found.set(path, source);
    for (const { specifier } of importsOf(source)) visit(resolve(path, specifier) ?? '');
  };
  visit(page);
  return [...found.values()];
}

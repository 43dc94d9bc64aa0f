import type { AtRule, ChildNode, Rule } from 'postcss';
import { fontProblemsIn } from './fontFaces.ts';
import { parseSheet } from './parseSheet.ts';

/** Ids of the shell's elements, around every remote. */
const shellIds = /#(?:top|main|closing|site|boot|language-note)(?![\w-])/;

/** The document's own elements: those around every remote. */
const documentElement = /^(?:html|head|body)(?![\w-])|:(?:root|host)(?![\w-])/;

/** A place in a style sheet that reaches elements outside of its remote. */
export interface Outreach {
  readonly line: number;
  /** What reaches them, and what to write instead. */
  readonly reason: string;
}

/**
 * Finds what a style sheet of a remote, or of a package in one, would do to the shell and to other remotes. Layers alone don't
 * prevent it: where the shell declares nothing, the weakest rule counts.
 *
 * @param isSource whether the remote's PostCSS makes the sheet of it, with what it imports
 */
export function outreachesIn(css: string, file: string, isSource = false): readonly Outreach[] {
  const found: Outreach[] = [];
  const add = ({ source }: ChildNode, reason: string) => found.push({ line: source?.start?.line ?? 1, reason });
  const sheet = parseSheet(css, file);
  sheet.walkRules((rule) => {
    if (isInside(rule, isKeyframes)) return;
    const isNested = isInside(rule, (parent) => parent.type === 'rule' || isScope(parent));
    for (const selector of rule.selectors) {
      const target = targetOutside(selector, isNested);
      if (target !== undefined)
        add(rule, `"${selector}" reaches ${target}. Give an element of your page a class, and style that`);
    }
  });
  sheet.walkAtRules('import', (rule) => {
    if (!isSource && !/^(?:url\()?["']?\.{1,2}\/[^"')]+["']?\)?$/.test(rule.params))
      add(
        rule,
        `"@import ${rule.params}" has no place in the order of layers. Import the sheet in the script that needs it`,
      );
  });
  for (const { rule, reason } of fontProblemsIn(sheet)) add(rule, reason);
  return isSource ? [...preflightIn(css, file), ...found] : found;
}

/** Tailwind as a whole, or the part of it that sets every element back. */
const preflight = /^(?:url\()?["']tailwindcss(?:\/(?:index|preflight)(?:\.css)?)?["']/;

/** Finds where a sheet of a remote with Tailwind imports its preflight. */
export function preflightIn(css: string, file: string): readonly Outreach[] {
  const found: Outreach[] = [];
  parseSheet(css, file).walkAtRules('import', (rule) => {
    if (!preflight.test(rule.params)) return;
    const reason =
      'Tailwind’s preflight reaches every element of the site. Leave it out: import "tailwindcss/theme" and "tailwindcss/utilities" instead';
    found.push({ line: rule.source?.start?.line ?? 1, reason });
  });
  return found;
}

/** What a selector reaches that isn't the remote's; undefined when nothing. */
function targetOutside(selector: string, isNested: boolean): string | undefined {
  const compounds = compoundsOf(simplified(selector));
  const target = compounds.at(-1) ?? '';
  if (documentElement.test(target)) return 'the document itself';
  if (shellIds.test(target)) return 'an element of the shell';
  const isOwn = (compound: string) =>
    /[.#&]/.test(compound) && !documentElement.test(compound) && !shellIds.test(compound);
  return isNested || compounds.some(isOwn) ? undefined : 'elements of the shell and of other remotes';
}

const compoundsOf = (selector: string): readonly string[] => selector.trim().split(/\s*[>+~]\s*|\s+/);

/** A selector without what is in brackets. `:is()` and `:where()` count as a class when all they list is contained. */
function simplified(selector: string): string {
  let text = selector.replace(/"[^"]*"|'[^']*'/g, '').replace(/\[[^\]]*\]/g, '');
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/(:[\w-]+)?\(([^()]*)\)/g, (_, name: string | undefined, list: string) => {
      const isAlternative = name === ':is' || name === ':where';
      return isAlternative && list.split(',').every((each) => targetOutside(each, false) === undefined) ? '.own' : '';
    });
  }
  return text;
}

type Parent = Rule | AtRule;

const isKeyframes = (parent: Parent) => parent.type === 'atrule' && parent.name.endsWith('keyframes');

/** Whether an at-rule confines its rules to elements with a class. */
const isScope = (parent: Parent) =>
  parent.type === 'atrule' && parent.name === 'scope' && /^\(\s*[.#]/.test(parent.params);

function isInside(rule: Rule, isParent: (parent: Parent) => boolean): boolean {
  for (let { parent } = rule as ChildNode; parent; parent = parent.parent as ChildNode['parent'])
    if ((parent.type === 'rule' || parent.type === 'atrule') && isParent(parent as Parent)) return true;
  return false;
}

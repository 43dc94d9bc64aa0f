/** Lets packages set markup from strings, which the site's policy forbids: `setMarkup` takes the place of `innerHTML`. */
import { extname, join } from 'node:path';
import MagicString, { type SourceMap } from 'magic-string';
import { type AssignmentExpression, parseSync, Visitor } from 'oxc-parser';

const property = 'innerHTML';

/** The functions' names in rewritten modules. Rspack binds free names outside of the module's code, where nothing hides them. */
const functions = { '=': '__siteSetMarkup', '+=': '__siteAddMarkup' } as const;

/** Where they are: in a team's kit, which is compiled, as JavaScript. */
export const markupFile = join(import.meta.dirname, `../inBrowser/setMarkup${extname(import.meta.filename)}`);

/** For Rspack's `ProvidePlugin`. */
export const markupFunctions = {
  [functions['=']]: [markupFile, 'setMarkup'],
  [functions['+=']]: [markupFile, 'addMarkup'],
};

/** A module's code with clean markup, and the map to what it was. */
export interface CleanCode {
  readonly code: string;
  readonly map: SourceMap;
}

/**
 * The code of a module for browsers, in which `element.innerHTML = text` calls `setMarkup`, and `+=` `addMarkup`. Lines keep their
 * numbers. Everything else that turns text into elements stays as it is, and blocked.
 *
 * @returns undefined where nothing changes
 */
export function withCleanMarkup(code: string, file: string): CleanCode | undefined {
  if (!code.includes(property)) return undefined;
  const text = new MagicString(code);
  new Visitor({ AssignmentExpression: (assignment) => rewrite(text, assignment) }).visit(parseSync(file, code).program);
  return text.hasChanged()
    ? { code: text.toString(), map: text.generateMap({ source: file, includeContent: true, hires: 'boundary' }) }
    : undefined;
}

function rewrite(text: MagicString, { left, operator, right, start, end }: AssignmentExpression): void {
  if (operator !== '=' && operator !== '+=') return;
  if (left.type !== 'MemberExpression' || left.object.type === 'Super') return;
  const named = left.computed ? left.property.type === 'Literal' && left.property.value : left.property.name;
  if (named !== property || left.property.type === 'PrivateIdentifier') return;
  // The space: `return(a).innerHTML = b` has none.
  text.appendLeft(start, ` ${functions[operator]}(`);
  const between = text.original.slice(left.object.end, right.start);
  const lines = '\n'.repeat(between.split('\n').length - 1);
  text.update(left.object.end, right.start, `${operator === '=' ? ', ' : ')('}${lines}`);
  text.prependRight(end, ')');
}

/** Rows that refer to others mustn't keep a program that doesn't know them from deleting these. */
const unsafeReference = /\breferences\b(?!.* on delete (?:cascade|set null))/;

/**
 * The statements of a migration that do more than add: an earlier program, which knows nothing of what is new, might lose or
 * misread something. Whatever isn't known to be safe is one.
 */
export function contractionsIn(statements: readonly string[]): readonly string[] {
  const added = new Set<string>();
  /** Whether the migration itself has made a table, or all of its named columns. */
  const isNew = (table: string, columns: readonly string[] = []): boolean =>
    added.has(table) || (columns.length > 0 && columns.every((column) => added.has(`${table}.${column}`)));
  /** What is safe, by the statement's form. */
  const rules: readonly (readonly [RegExp, (...parts: string[]) => boolean])[] = [
    [/^select /, () => true],
    [
      /^create table (?:if not exists )?(\w+) (.*)/,
      (table = '', columns = '') => {
        added.add(table);
        return !unsafeReference.test(columns);
      },
    ],
    [
      /^alter table (\w+) add column (\w+) (.*)/,
      (table, column, definition = '') => {
        added.add(`${table}.${column}`);
        const isFilled = !/\bnot null\b/.test(definition) || /\bdefault\b/.test(definition);
        return isFilled && !/\b(?:unique|check|primary)\b/.test(definition) && !unsafeReference.test(definition);
      },
    ],
    [/^create index /, () => true],
    [/^create unique index \w+ on (\w+) \((.*?)\)/, (table = '', columns = '') => isNew(table, columns.split(/, ?/))],
    [/^insert into (\w+)/, (table = '') => isNew(table)],
    [
      /^update (\w+) set (.*?)(?: where .*)?$/,
      (table = '', values = '') =>
        isNew(
          table,
          [...values.matchAll(/(\w+) = /g)].map(([, column = '']) => column),
        ),
    ],
  ];
  return statements.filter((statement) => {
    const text = statement.replaceAll('"', '').replace(/\s+/g, ' ').trim().toLowerCase();
    const [found] = rules.filter(([form]) => form.test(text));
    const [, ...parts] = (found && text.match(found[0])) ?? [];
    return !found?.[1](...parts);
  });
}

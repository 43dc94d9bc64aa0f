import type { Tracing } from '@site/node/spans.ts';
import type { CompiledQuery, Logger } from 'kysely';

/** OpenTelemetry's names for databases. */
type DatabaseSystem = 'sqlite' | 'postgresql';

const operations: Readonly<Record<string, string>> = {
  SelectQueryNode: 'SELECT',
  InsertQueryNode: 'INSERT',
  UpdateQueryNode: 'UPDATE',
  DeleteQueryNode: 'DELETE',
};

/**
 * Adds each statement to the trace of the request that it is run for: what it does and with which table, neither its text nor
 * its values. Statements of background jobs belong to none.
 */
export const statementSpans =
  (tracing: Pick<Tracing, 'current'>, system: DatabaseSystem): Logger =>
  (event) => {
    const { operation, table } = summaryOf(event.query);
    const facts = {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.collection.name': table,
      ...(event.level === 'error' && { 'error.type': codeOf(event.error) }),
    };
    const name = table === undefined ? operation : `${operation} ${table}`;
    tracing.current?.add(name, event.queryDurationMillis, facts, 'client');
  };

/** What a statement does, and with which table. A raw statement, such as `begin` or a lock, names no table. */
function summaryOf({ query, sql }: CompiledQuery): { readonly operation: string; readonly table?: string } {
  const operation = operations[query.kind];
  if (operation === undefined) return { operation: /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER' };
  const [, table] = /\b(?:from|into|update)\s+"(\w+)"/.exec(sql) ?? [];
  return table === undefined ? { operation } : { operation, table };
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : 'failed');

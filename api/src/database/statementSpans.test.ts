import { expect, test } from '@rstest/core';
import type { Span } from '@site/node/spans.ts';
import { openTestDatabase } from '@site/testkit/api/testDatabase.ts';
import { sql } from 'kysely';
import { selectNews } from '../news/queries.ts';
import { takeMails } from '../outbox/queries.ts';
import { openDatabase } from './open.ts';
import { statementSpans } from './statementSpans.ts';

test('the span of a statement names what it does and with which table, and nothing that it stores', async () => {
  const place = await openTestDatabase('SQLite');
  const added: { readonly name: string; readonly facts: object }[] = [];
  const current = { add: (name, _milliseconds, facts) => void added.push({ name, facts }) } satisfies Pick<Span, 'add'>;
  const database = await openDatabase({
    dataDir: place.dataDir,
    onStatement: statementSpans({ current: current as unknown as Span }, 'sqlite'),
  });
  try {
    added.length = 0;
    await selectNews(database, 'en');
    await takeMails(database, { max: 1, except: ['ada@example.com'] });
    await sql`select ${'ada@example.com'}`.execute(database);
    await sql`insert into nowhere values (1)`.execute(database).catch(() => {});
    expect(added.map(({ name }) => name)).toEqual(['SELECT news', 'UPDATE outbox', 'SELECT', 'INSERT']);
    expect(added.at(-1)?.facts).toMatchObject({ 'error.type': expect.any(String) });
    expect(JSON.stringify(added)).not.toContain('ada@');
  } finally {
    await database.destroy();
    await place.close();
  }
});

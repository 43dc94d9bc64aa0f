import { expect, test } from '@rstest/core';
import { entriesReader } from '@site/means/entries/pageEntries.ts';
import { meansLimits } from '@site/means/limits.ts';
import { composeTable } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { declaredPage } from '@site/testkit/releases/fixtures.ts';

/** Three pages of one remote that list all they can, and one of another, which lists little. */
const crowded = composeTable(openPolicy, [
  {
    remote: 'events',
    pages: ['a', 'b', 'c'].map((name) =>
      declaredPage({ name, path: `events/${name}/:id`, entries: { api: name, path: 'entries.json' } }),
    ),
  },
  {
    remote: 'jobs',
    pages: [declaredPage({ name: 'job', path: 'jobs/:id', entries: { api: 'jobs', path: 'entries.json' } })],
  },
]).routes;

test('the entries of a remote take no more memory than its share, which costs others nothing, and the log says so', async () => {
  // Each character takes twelve in an address.
  const long = Array.from({ length: meansLimits.entries.ofPage }, (_, at) => ({
    params: { id: `${at}${'🦊'.repeat(47)}` },
  }));
  const logged: string[] = [];
  const answers: Readonly<Record<string, string>> = {
    events: JSON.stringify(long),
    jobs: '[{"params":{"id":"cook"}}]',
  };
  const read = entriesReader({
    call: async ({ remote = '' }) => ({ status: 200, headers: {}, body: answers[remote] ?? '' }),
    logError: (text) => logged.push(text),
  });
  const [a = [], b = [], c = [], jobs = []] = await read.all(crowded);
  const characters = [...a, ...b, ...c].flatMap(({ paths }) => Object.values(paths)).join('').length;
  expect(2 * characters).toBeLessThan(meansLimits.entries.memory.ofRemote);
  expect(2 * characters, 'and it has what it may have').toBeGreaterThan(meansLimits.entries.memory.ofRemote / 2);
  expect(jobs).toHaveLength(1);
  expect(logged).toHaveLength(3);
  expect(logged[2]).toMatch(/^SITE-ENTRIES .*"c"\. .*more memory than its share\. Only the first \d+ of 5000/);
  const again = await read.all(crowded);
  expect([again[0] === a, logged.length], 'it is read and said once').toEqual([true, 3]);
});

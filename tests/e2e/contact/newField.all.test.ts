import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { languages } from '@site/shared/i18n/languages.ts';
import { copyProject } from '@site/testkit/site/folders.ts';
import { startCommand } from '@site/testkit/site/program.ts';

let project: string;
beforeAll(async () => {
  project = await copyProject();
  await addToTable();
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** Runs a package's program in the copy. */
async function run(name: string, ...parameters: readonly string[]) {
  const { TEST_DATABASE_URL } = process.env;
  const environment = { ...(TEST_DATABASE_URL !== undefined && { TEST_DATABASE_URL }) };
  const program = startCommand(project, environment, [
    process.execPath,
    join('node_modules/.bin', name),
    ...parameters,
  ]);
  return { code: await program.exited, output: program.output() };
}

const contract = 'shared/contract/contact';

async function change(file: string, replace: (text: string) => string): Promise<void> {
  const path = join(project, file);
  const text = await readFile(path, 'utf8');
  const changed = replace(text);
  expect(changed, file).not.toBe(text);
  await writeFile(path, changed);
}

/** All that a new field needs: a line in the table, and its texts. */
const addToTable = () =>
  change(`${contract}/fields.ts`, (text) =>
    text.replace(
      "  message: { kind: 'text'",
      "  phone: { kind: 'line', required: false, min: 5, max: 40, autoComplete: 'tel', migration: '900-phone' },\n$&",
    ),
  );

async function addTexts(): Promise<void> {
  for (const language of languages)
    await change(`shared/company/locales/${language}.json`, (text) => {
      const { contact, ...others } = JSON.parse(text);
      const phone = { label: `Telephone ${language}`, hint: `At least {{min}} digits, ${language}` };
      return JSON.stringify({
        ...others,
        contact: {
          fields: { ...contact.fields, phone },
          problems: { ...contact.problems, phone: `Wrong number, ${language}` },
        },
      });
    });
}

/** Compiles the table and its texts. */
async function compile() {
  const file = join(project, 'contact.tsconfig.json');
  await writeFile(
    file,
    JSON.stringify({ extends: './tsconfig.json', include: [`${contract}/*.ts`, 'shared/**/*.d.ts'], exclude: [] }),
  );
  return await run('tsc', '--noEmit', '-p', file);
}

const own = ['api/src/contact/everyField.test.ts', 'remotes/contact/src/pages/contact/contactFields.test.tsx'];

test('a field without its texts is refused by the compiler', async () => {
  const { code, output } = await compile();
  expect(code).not.toBe(0);
  expect(output).toMatch(/texts\.ts(?:.|\n)*'phone' is missing/);
}, 300_000);

test('a field that is added to the table appears in the form, the database, the mail, the commands and the export', async () => {
  await addTexts();
  expect(await compile()).toEqual({ code: 0, output: '' });
  const { code, output } = await run('rstest', 'run', '--reporter=verbose', '--testNamePattern=phone', ...own);
  expect(output).toContain('what a visitor writes as phone');
  expect(output).toContain('the form asks for the phone in every language');
  expect(code, output).toBe(0);
}, 300_000);

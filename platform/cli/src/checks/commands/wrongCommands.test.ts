import { expect, test } from '@rstest/core';
import { wrongCommands } from './wrongCommands.ts';

const page = 'page.md';

const found = (...lines: readonly string[]) => wrongCommands(new Map([[page, lines.join('\n')]]));

test('every kind of command that can’t be typed as written is found, with its line', async () => {
  const problems = await found(
    'Run `npm run biuld`, `npm run check -- lnit` or `npm run bench -- pgaes`,',
    'or one test: `npm test -- tests/e2e/nowhere`, `npx playwright test tests/e2e/gone.spec.ts`.',
    'Release it with `npx site pulbish blog`, `npx site promote blog 1 2` or `npx site list --jsno`.',
    'A version goes live with `--promoet`, and `publish --wacth` waits.',
    '`npm run bench -- pages --rnus 3`, `npm test -- visual --acept`',
  );
  expect(problems).toEqual(
    [
      '3: “npx site pulbish blog”: unknown command',
      '3: “npx site promote blog 1 2”: too many arguments',
      '3: “npx site list --jsno”: unknown option',
      '3: “npx site list --jsno”: its help doesn’t have --jsno',
      '4: “--promoet”: its help doesn’t have --promoet',
      '4: “publish --wacth”: its help doesn’t have --wacth',
      '5: “npm run bench -- pages --rnus 3”: its help doesn’t have --rnus',
      '5: “npm test -- visual --acept”: its help doesn’t have --acept',
      '1: there is no script “biuld”',
      '1: there is no check “lnit”',
      '1: there is no measurement “pgaes”',
      '2: there is no file or folder “tests/e2e/nowhere”',
      '2: there is no file or folder “tests/e2e/gone.spec.ts”',
    ].map((problem) => expect.stringContaining(`${page}:${problem}`)),
  );
});

test('a block that no shell can read is found, also when the next one would end its quote', async () => {
  const block = ['```sh', 'npx site list', 'echo "open', '```'];
  expect(await found(...block, '', ...block)).toEqual(
    [2, 7].map((line) => expect.stringMatching(`^${page}:${line}: no shell can read this block: .`)),
  );
});

test('what can be typed is left alone: long commands, their comments, other programs, commands without their arguments', async () => {
  const problems = await found(
    '```sh',
    'npx site publish blog --folder dist \\',
    '  --share 10%    # and --others',
    'npx site promote blog $(cat version) && npx site --env-file /etc/nowhere.env list | grep --count blog',
    'npm run check && npm run bench -- --runs 3',
    '```',
    'Add `--watch` to `npx site publish` (not `npm ci --omit=dev`).',
  );
  expect(problems).toEqual([]);
});

test('the changelog may name what is gone, but no command that never was; a team’s repository has scripts of its own', async () => {
  const text = 'Once there was `npm run gone` with `--gone`, and `npx site gone`.';
  const others = ['CHANGELOG.md', 'platform/cli/src/new-remote/repository/README.md'];
  const problems = await wrongCommands(new Map(others.map((other) => [other, text])));
  expect(problems).toEqual([
    "CHANGELOG.md:1: “npx site gone”: unknown command 'gone'",
    "platform/cli/src/new-remote/repository/README.md:1: “npx site gone”: unknown command 'gone'",
    'platform/cli/src/new-remote/repository/README.md:1: “--gone”: its help doesn’t have --gone',
  ]);
});

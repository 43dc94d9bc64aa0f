import { expect, test } from '@rstest/core';
import { buildFiles, packageFiles } from '../testing/buildFiles.ts';

/** The remote's sheet, with the files that its page imports. */
async function sheetOf(css: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const page = ['plain/style.css', ...Object.keys(files)].map((file) => `import '${file}';\n`).join('');
  const built = await buildFiles({
    'src/page.ts': `import './own.css';\n${page}import names from 'plain/style.module.css';\nexport default names;\n`,
    'src/own.css': '.own { color: red }',
    ...packageFiles('plain', '', css),
  });
  return Object.entries(built).find(([file]) => file.endsWith('.css'))?.[1] ?? '';
}

test('what a remote brings is in layers that are weaker than the shell’s, a package’s before the team’s, whatever is imported first', async () => {
  const sheet = await sheetOf('.plain { color: blue }\n.plain a { color: green }');
  expect([...sheet.matchAll(/@layer ([\w.]+)/g)].map(([, name]) => name)).toEqual(['ui.package', 'ui.own']);
  const [packages = '', own = ''] = sheet.split('@layer ui.own');
  expect(packages).toMatch(/\.plain\{.*\.plain a\{.*\.events_plain_[\w-]{4}\{/);
  expect(own).toContain('.own{color:red}');
});

test('a package’s sheet that reaches outside of the remote is refused with package, file and line', async () => {
  await expect(sheetOf('.plain { color: blue }\nbody { margin: 0 }')).rejects.toThrow(
    /BUILD-STYLE \S*node_modules\/plain\/style(?:\.module)?\.css:2: "body" reaches the document itself/,
  );
});

import { expect, test } from './eventsTest.ts';

test('what a team’s page may not have is refused with its line', async ({ team, events: { origin } }) => {
  const app = 'src/pages/venue/app.css';
  const refusal = async (...command: readonly string[]) => {
    const { code, output } = await team.attempt(origin, ...command);
    expect(code).toBe(1);
    return output;
  };

  await team.change('src/pages/venue/posters.css', (css) => css.replaceAll('Poster', 'Figtree Variable'));
  await team.write(app, "@import 'tailwindcss';\n");
  await team.change('package.json', (text) => text.replace(/"zustand": .*/, '"zustands": "1.0.0"'));
  const checked = await refusal('check', 'boundaries', 'styles');
  const preflight = /BUILD-STYLE (?:src\/pages\/venue\/app\.css:1: )?Tailwind’s preflight .*"tailwindcss\/theme"/;
  await test.step('a family of the site’s own', () =>
    expect(checked).toMatch(
      /src\/pages\/venue\/posters\.css:1: BUILD-STYLE "Figtree Variable" is a family of the site/,
    ));
  await test.step('Tailwind’s preflight', () => expect(checked).toMatch(preflight));
  await test.step('a package that package.json doesn’t name', () => {
    expect(checked).toContain('src/pages/lively/LivelyPage.tsx:7: BUILD-IMPORT');
    expect(checked).toContain('npm install zustand');
  });
  await team.run('git', 'checkout', '--quiet', 'package.json', 'src/pages/venue/posters.css');

  await test.step('Tailwind’s preflight, when it is built', async () =>
    expect(await refusal('build')).toMatch(preflight));

  await test.step('a token of the site', async () => {
    await team.run('git', 'checkout', '--quiet', app);
    await team.change(app, (css) => `${css}\n@theme static {\n  --ease-out: linear;\n}\n`);
    expect(await refusal('build')).toMatch(/BUILD-STYLE src\/pages\/venue\/app\.css:9: "--ease-out" is a token/);
  });

  await test.step('PostCSS without its loader', async () => {
    await team.run('git', 'checkout', '--quiet', app);
    await team.run('rm', '-r', 'node_modules/postcss-loader');
    expect(await refusal('build')).toMatch(/BUILD-STYLE .*npm install --save-dev postcss-loader/);
  });
});

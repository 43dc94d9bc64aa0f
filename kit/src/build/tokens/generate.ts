/**
 * Writes the design tokens as custom properties.
 *
 * `npx node kit/src/build/tokens/generate.ts` writes `shared/ui/styles/tokens.css`; with `--check` it writes nothing and fails
 * when the file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderTokens } from './render.ts';

const source = new URL('../../../../shared/ui/tokens/tokens.json', import.meta.url);
const target = new URL('../../../../shared/ui/styles/tokens.css', import.meta.url);

const css = renderTokens(JSON.parse(readFileSync(source, 'utf8')));

if (!process.argv.includes('--check')) {
  writeFileSync(target, css);
} else if (readFileSync(target, 'utf8') !== css) {
  console.error('shared/ui/styles/tokens.css is out of date: run `npx node kit/src/build/tokens/generate.ts`.');
  process.exitCode = 1;
}

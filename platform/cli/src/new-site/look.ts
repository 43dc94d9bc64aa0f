import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DesignTokens, renderTokens } from '@site/bundling/tokens/generate.ts';
import { filesBelow } from '../new-remote/copyTemplate.ts';
import colours from './colours.json' with { type: 'json' };

/** The light and the dark value of colours, by group and name. */
type Colours = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** The folder of this site's company. */
const company = dirname(fileURLToPath(import.meta.resolve('@site/company/tokens.json')));

/**
 * A new site's look, by files in its `shared/company/`: this site's sizes and fonts, which are free for everyone, with colours of its
 * own.
 */
export function lookFiles(): Readonly<Record<string, string | Uint8Array>> {
  const tokens = recoloured(JSON.parse(readFileSync(join(company, 'tokens.json'), 'utf8')));
  const fonts = join(company, 'fonts');
  return {
    // It tells what the platform needs of a company.
    'company.test.ts': readFileSync(join(company, 'company.test.ts')),
    'tokens.json': `${JSON.stringify({ ...tokens, $description: 'Design tokens of the site. Colours hold the light value; the dark value is under $extensions.mode.' }, null, 2)}\n`,
    'tokens.css': renderTokens(tokens),
    ...Object.fromEntries(filesBelow(fonts).map((file) => [`fonts/${file}`, readFileSync(join(fonts, file))])),
  };
}

function recoloured(tokens: DesignTokens): DesignTokens {
  const changed = Object.entries(colours as Colours).map(([name, values]) => {
    const group = tokens[name as 'color'];
    const own = Object.entries(values).map(([token, [light = '', dark = light]]) => [
      token,
      { ...group[token], $value: light, $extensions: { mode: { light, dark } } },
    ]);
    return [name, { ...group, ...Object.fromEntries(own) }];
  });
  return { ...tokens, ...Object.fromEntries(changed) };
}

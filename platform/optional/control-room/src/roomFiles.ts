import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { faces } from '@site/company/fonts/faces.ts';
import { drawnLogo } from '@site/company/logo/drawn.ts';
import tokens from '@site/company/tokens.json' with { type: 'json' };
import type { FastifyInstance } from 'fastify';

const { resolve } = createRequire(import.meta.url);
const read = (file: string): string => readFileSync(resolve(file), 'utf8');

const styles = join(import.meta.dirname, 'styles');

/** The site's own styles, as far as they are for any page, and the room's. Addresses in them are relative to `/files/`. */
const styleSheet = [
  '@layer reset, tokens, base, room;',
  `@layer reset {${read('@site/shared/ui/styles/reset.css')}}`,
  read('@site/company/fonts/fallbackFonts.css'),
  read('@site/company/fonts/fonts.css'),
  `@layer tokens {${read('@site/company/tokens.css')}}`,
  `@layer base {${read('@site/shared/ui/styles/base.css')}}`,
  ...readdirSync(styles)
    .sort()
    .map((file) => `@layer room {${readFileSync(join(styles, file), 'utf8')}}`),
].join('\n');

/** The mark as an icon, in the colours of the light theme. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawnLogo.smallMark.replace(
  /var\(--(logo-ink|logo-lit)\)/g,
  (_, name: 'logo-ink' | 'logo-lit') => tokens.color[name].$extensions.mode.light,
)}</svg>`;

const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 10);

/** The address of the style sheet; a changed one has another. */
export const styleSheetPath = `/files/room.css?${hashOf(styleSheet)}`;

export const markPath = `/files/mark.svg?${hashOf(mark)}`;

const files: Readonly<Record<string, readonly [type: string, content: string | Buffer]>> = {
  'room.css': ['text/css; charset=utf-8', styleSheet],
  'mark.svg': ['image/svg+xml', mark],
  ...Object.fromEntries(
    faces.map(({ target }) => [target, ['font/woff2', readFileSync(resolve(`@site/company/fonts/${target}`))]]),
  ),
};

const browser = join(import.meta.dirname, 'browser');

/** What signs in a browser: the only scripts of the room, as they are written. */
const scripts = readdirSync(browser)
  .filter((name) => name.endsWith('.mjs'))
  .sort()
  .map((name): [string, Buffer] => [name, readFileSync(join(browser, name))]);

/** The folder of the scripts, which import each other; changed ones have another. */
export const scriptsPath = `/files/signing-${hashOf(Buffer.concat(scripts.map(([, content]) => content)))}/`;

/** The script of pages where something is signed. */
export const signingScriptPath = `${scriptsPath}signing.mjs`;

/** Serves what all pages share, and nobody has to be in for. */
export function fileRoutes(server: FastifyInstance): void {
  const serve = (path: string, type: string, content: string | Buffer) =>
    server.get(path, async (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }).send(content),
    );
  for (const [name, [type, content]] of Object.entries(files)) serve(`/files/${name}`, type, content);
  for (const [name, content] of scripts) serve(scriptsPath + name, 'text/javascript; charset=utf-8', content);
}

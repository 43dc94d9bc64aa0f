import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markShapes } from '@site/shared/ui/brand/shapes.ts';
import type { FastifyInstance } from 'fastify';

const shared = join(import.meta.dirname, '../../../../shared/ui');
const readShared = (path: string): Buffer => readFileSync(join(shared, path));
const readStyles = (path: string): string => readShared(`styles/${path}`).toString('utf8');

/** The site's own styles, as far as they are for any page, and the room's. Addresses in them are relative to `/files/`. */
const styleSheet = [
  '@layer reset, tokens, base, room;',
  `@layer reset {${readStyles('reset.css')}}`,
  readStyles('fallbackFonts.css'),
  readStyles('fonts.css').replaceAll('../fonts/', ''),
  `@layer tokens {${readStyles('tokens.css')}}`,
  `@layer base {${readStyles('base.css')}}`,
  `@layer room {${readFileSync(join(import.meta.dirname, 'room.css'), 'utf8')}}`,
].join('\n');

const { gable, window: lit } = markShapes;
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#10262c" d="${gable}"/><path fill="#ffc233" d="${lit}"/></svg>`;

const hashOf = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 10);

/** The address of the style sheet; a changed one has another. */
export const styleSheetPath = `/files/room.css?${hashOf(styleSheet)}`;

export const markPath = `/files/mark.svg?${hashOf(mark)}`;

const files: Readonly<Record<string, readonly [type: string, content: string | Buffer]>> = {
  'room.css': ['text/css; charset=utf-8', styleSheet],
  'mark.svg': ['image/svg+xml', mark],
  'bricolage-grotesque.woff2': ['font/woff2', readShared('fonts/bricolage-grotesque.woff2')],
  'figtree.woff2': ['font/woff2', readShared('fonts/figtree.woff2')],
};

/** Serves what all pages share, and nobody has to be in for. */
export function fileRoutes(server: FastifyInstance): void {
  for (const [name, [type, content]] of Object.entries(files))
    server.get(`/files/${name}`, async (_request, reply) =>
      reply.headers({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }).send(content),
    );
}

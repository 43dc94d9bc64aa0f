import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ownPicturesPath } from '@site/shared/contract/api.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { Parser } from 'htmlparser2';
import { filesBelow } from './publishFolder.ts';

/** The addresses in a file. */
interface References {
  /** Addresses as they are written. */
  readonly addresses: readonly string[];
  /** The ids that an address of a page can end with; undefined allows any, since a drawing may have no dark form. */
  readonly ids?: ReadonlySet<string>;
}

/**
 * Checks an exported folder for dead links: links, pictures, scripts, styles and fonts of pages, addresses and alternates of
 * the sitemap and of feeds, icons of web manifests, and redirects. Other sites are not requested.
 *
 * @returns how many addresses lead to a file of the folder
 * @throws {OperatorError} SITE-LINKS, naming each dead link by the file that has it
 */
export async function assertNoDeadLinks(folder: string): Promise<number> {
  const { dead, live } = await checkLinks(folder);
  if (dead.length === 0) return live;
  const count = dead.length === 1 ? 'An address leads' : `${dead.length} addresses lead`;
  throw new OperatorError('SITE-LINKS', `${count} nowhere:\n${dead.join('\n')}`);
}

async function checkLinks(folder: string): Promise<{ readonly dead: readonly string[]; readonly live: number }> {
  const origin = await originOf(folder);
  const paths = await filesBelow(folder);
  const files = new Map<string, References>();
  for (const path of paths) files.set(path, await referencesOf(folder, path, origin));
  const dead: string[] = [];
  let live = 0;
  for (const [path, { addresses }] of files) {
    for (const address of new Set(addresses)) {
      const url = URL.parse(address, `${origin}/${path.replace(/index\.html$/, '')}`);
      // An export has no APIs: their pictures show their alternative text.
      if (url?.origin !== origin || url.pathname.startsWith(ownPicturesPath)) continue;
      if (leadsSomewhere(url, files)) live += 1;
      else dead.push(`${path}: ${address}`);
    }
  }
  return { dead, live };
}

function leadsSomewhere({ pathname, hash }: URL, files: ReadonlyMap<string, References>): boolean {
  const path = decodeURIComponent(pathname).replace(/^\/|\/$/g, '');
  const target = files.get(path) ?? files.get(path === '' ? 'index.html' : `${path}/index.html`);
  const id = decodeURIComponent(hash.slice(1));
  return target !== undefined && (id === '' || id === 'top' || (target.ids?.has(id) ?? true));
}

/** The site's origin, which absolute addresses begin with. */
async function originOf(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'robots.txt'), 'utf8').catch(() => '');
  const origin = URL.parse(/^Sitemap: (.*)$/m.exec(text)?.[1] ?? '')?.origin;
  if (origin) return origin;
  throw new OperatorError('SITE-LINKS', `${folder} is not an export: it has no robots.txt that names a sitemap.`);
}

async function referencesOf(folder: string, path: string, origin: string): Promise<References> {
  const read = () => readFile(join(folder, path), 'utf8');
  switch (extname(path)) {
    case '.html':
      return inMarkup(await read(), false, origin);
    case '.xml':
    case '.svg':
      return { addresses: inMarkup(await read(), true, origin).addresses };
    case '.css':
      return { addresses: inStyles(await read()) };
    case '.webmanifest':
      return { addresses: stringsOf(JSON.parse(await read()), ['src', 'start_url', 'scope']) };
    default:
      return { addresses: inHostFile(path, await read()) };
  }
}

/** The addresses in `robots.txt` and `_redirects`; a pattern such as `/en/events/:id` leads to many. */
function inHostFile(path: string, text: string): readonly string[] {
  if (path === 'robots.txt') return text.match(/(?<=^Sitemap: ).*/gm) ?? [];
  if (path === '_redirects') return text.match(/(?<=^\S+ )(?!\S*\/:)\S+/gm) ?? [];
  return [];
}

const linkAttributes = new Set(['href', 'xlink:href', 'src', 'poster', 'action']);
const setAttributes = new Set(['srcset', 'imagesrcset']);
const jsonTypes = new Set(['application/json', 'application/ld+json', 'importmap']);

/** The addresses in a document, a drawing, a sitemap or a feed. */
function inMarkup(text: string, xmlMode: boolean, origin: string): Required<References> {
  const addresses: string[] = [];
  const ids = new Set<string>();
  let content: 'text' | 'json' | 'styles' = 'text';
  /** Addresses among other things: boot data, metadata, what scripts load. */
  const isOurs = (value: string) => value.startsWith(`${origin}/`) || value.startsWith('/assets/');
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const { id, type = '' } = attributes;
        if (id) ids.add(id);
        content = name === 'script' && jsonTypes.has(type) ? 'json' : name === 'style' ? 'styles' : 'text';
        for (const [attribute, value] of Object.entries(attributes)) {
          if (attribute === 'srcdoc') addresses.push(...inMarkup(value, false, origin).addresses);
          else addresses.push(...inAttribute(attribute, value, isOurs));
        }
      },
      ontext(data) {
        // In JSON-LD, a fragment is part of a name, such as `https://www.example.com/#organization`.
        if (content === 'json') addresses.push(...stringsOf(JSON.parse(data)).filter(isOurs).map(withoutFragment));
        else if (content === 'styles') addresses.push(...inStyles(data));
        else if (xmlMode && isOurs(data.trim())) addresses.push(data.trim());
      },
      onclosetag() {
        content = 'text';
      },
    },
    { xmlMode },
  );
  parser.end(text);
  return { addresses, ids };
}

function inAttribute(name: string, value: string, isOurs: (part: string) => boolean): readonly string[] {
  if (linkAttributes.has(name)) return [value];
  if (setAttributes.has(name)) return value.split(/,\s+/).map((part) => part.trim().split(' ')[0] ?? '');
  return value.split(/\s+/).filter(isOurs);
}

const withoutFragment = (address: string): string => address.split('#')[0] ?? '';

/** Files that a style sheet loads. Addresses with `#` are in the document that it styles. */
const inStyles = (text: string): string[] =>
  [...text.matchAll(/url\(\s*["']?([^"')#][^"')]*)/g)].map(([, address = '']) => address);

/** The strings in a JSON value, keys included; with `names`, only the values of these keys. */
function stringsOf(value: unknown, names?: readonly string[]): string[] {
  if (typeof value === 'string') return names ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    if (names?.includes(name) && typeof part === 'string') return [part];
    return [...(names ? [] : [name]), ...stringsOf(part, names)];
  });
}

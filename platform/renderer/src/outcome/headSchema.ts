import { publicLink } from '@site/shared/contract/newsLinks.ts';
import { plainLine } from '@site/shared/plainText.ts';
import { feedType } from '@site/shared/routes/siteFiles.ts';
import type { Head } from '@site/shell/head/head.ts';
import { z } from 'zod';
import { rendererLimits } from '../limits.ts';
import { sitePath } from './sitePath.ts';

const { headText, tags } = rendererLimits.answer;

const text = z.string().max(headText);

/** A text that browsers, search engines and other sites show: what it hides is left out. */
const shownText = text.transform(plainLine);

const address = text.refine((value) => publicLink(value) !== null, 'is not an absolute http(s) address');

const path = text.refine((value) => sitePath(value) !== undefined, 'is not a path of this site');

/** Open Graph's and Twitter's properties whose content is an address. */
export const addressed = /(?:^|:)(?:image|url|video|audio|player)(?::(?:url|secure_url))?$/;

/** The content of a meta that names an address must be one. */
const checkContent = (name: string, content: string): boolean => !addressed.test(name) || publicLink(content) !== null;

const named = z
  .strictObject({ name: text.regex(/^(?:description|title|robots|twitter(?::\w+)+)$/), content: shownText })
  .refine(({ name, content }) => checkContent(name, content));

const openGraph = z
  .strictObject({ property: text.regex(/^(?:og|article)(?::\w+)+$/), content: shownText })
  .refine(({ property, content }) => checkContent(property, content));

const canonical = z.strictObject({ rel: z.literal('canonical'), href: address });

const languageVersion = z.strictObject({
  rel: z.literal('alternate'),
  href: address,
  hreflang: text.regex(/^[a-z-]{2,20}$/i),
});

const feed = z.strictObject({ rel: z.literal('alternate'), href: path, type: z.literal(feedType), title: shownText });

const webManifest = z.strictObject({ rel: z.literal('manifest'), href: path });

const tag = z.discriminatedUnion('element', [
  z.strictObject({ element: z.literal('meta'), attributes: z.union([named, openGraph]) }),
  z.strictObject({
    element: z.literal('link'),
    attributes: z.union([canonical, languageVersion, feed, webManifest]),
    afterPaint: z.literal(true).exactOptional(),
  }),
]);

/**
 * The head that a page may have, and no more: no script, no `base`, no `http-equiv`, no stylesheet, nothing to preload. A
 * shell that needs another tag needs a server that allows it.
 */
export const headSchema: z.ZodType<Head> = z.strictObject({
  title: shownText,
  name: shownText,
  tags: z.array(tag).max(tags),
  refresh: z.strictObject({ seconds: z.int().min(0), url: z.union([address, path]) }).exactOptional(),
});

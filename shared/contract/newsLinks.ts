/**
 * What of an item's addresses may reach a visitor. Everything else counts as absent: items come from feeds, files and other
 * people's APIs, and a link becomes a redirect, a video a frame. The API checks them, and so does whoever calls an API.
 */

const videoHosts = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
]);
const shortVideoHost = 'youtu.be';
const videoPath = /^\/(?:embed|shorts|live|v)\/([^/]+)\/?$/;
const videoId = /^[\w-]{11}$/;

/** An article's address, when it is an absolute http(s) one; else null. */
export function publicLink(value: string | null): string | null {
  return parseHttpUrl(value)?.href ?? null;
}

/** The address that embeds a video without cookies, when the video is on a known host; else null. */
export function videoEmbed(value: string | null): string | null {
  const url = parseHttpUrl(value);
  const id = url && videoIdOf(url);
  return id && videoId.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : null;
}

function videoIdOf(url: URL): string | null | undefined {
  // `host` has the port as well: a video host on a port of its own is not that host.
  if (url.host === shortVideoHost) return url.pathname.slice(1);
  if (!videoHosts.has(url.host)) return undefined;
  return url.pathname === '/watch' ? url.searchParams.get('v') : videoPath.exec(url.pathname)?.[1];
}

function parseHttpUrl(value: string | null): URL | undefined {
  // The URL parser is lenient: it drops tabs and line breaks, turns backslashes and takes `https:host`. Here that is suspicious.
  if (!value || !/^https?:\/\/[^/]/i.test(value) || /[\s\p{C}\\]/u.test(value)) return undefined;
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  // `https://known.example@evil.example/` looks like another host than it is.
  return url.username === '' && url.password === '' ? url : undefined;
}

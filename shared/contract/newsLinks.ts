/**
 * Which addresses of news may reach a visitor. Others count as absent: news come from feeds, files and other people's APIs, and
 * a link becomes a redirect, a video a frame. Both the API and its client check them.
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

/** An article's address when it is an absolute http(s) address; else null. */
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
  // `host` includes the port: a video host on another port doesn't match.
  if (url.host === shortVideoHost) return url.pathname.slice(1);
  if (!videoHosts.has(url.host)) return undefined;
  return url.pathname === '/watch' ? url.searchParams.get('v') : videoPath.exec(url.pathname)?.[1];
}

function parseHttpUrl(value: string | null): URL | undefined {
  // The URL parser drops tabs and line breaks, converts backslashes and accepts `https:host`: reject all of that.
  if (!value || !/^https?:\/\/[^/]/i.test(value) || /[\s\p{C}\\]/u.test(value)) return undefined;
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  // `https://known.example@evil.example/` would pass for another host.
  return url.username === '' && url.password === '' ? url : undefined;
}

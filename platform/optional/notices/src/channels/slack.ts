import type { Part, Wording } from '../words.ts';

/**
 * A message for Slack, and for what takes the same, such as Mattermost. Words of others stand as code, in which neither makes
 * links or calls people.
 */
export function slackMessage({ title, lines }: Wording): object {
  const text = [`*${escaped(title)}*`, ...lines.map(escaped)].join('\n');
  return { text, unfurl_links: false, unfurl_media: false };
}

const escaped = (parts: readonly Part[]): string =>
  parts
    .map((part) => ('own' in part ? entities(part.own) : `\`${entities(part.value.replaceAll('`', '’'))}\``))
    .join('');

/** Slack's three control characters. */
const entities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

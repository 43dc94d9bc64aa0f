import type { Part, Wording } from '../words.ts';

/**
 * An adaptive card for Teams' workflows. Its text is in runs, in which Teams reads no Markdown, as it does in blocks of text.
 */
export const teamsCard = ({ title, lines }: Wording): object => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      contentUrl: null,
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: [paragraph(title, { weight: 'Bolder', size: 'Medium' }), ...lines.map((line) => paragraph(line))],
      },
    },
  ],
});

const paragraph = (parts: readonly Part[], style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: parts.map((part) => ({
    type: 'TextRun',
    ...style,
    ...('own' in part ? { text: part.own } : { text: unbraced(part.value), fontType: 'Monospace' }),
  })),
});

/** Cards fill in `{{DATE(…)}}` and `${…}`. */
const unbraced = (text: string): string => text.replaceAll('{{', '{ {').replaceAll('${', '$ {');

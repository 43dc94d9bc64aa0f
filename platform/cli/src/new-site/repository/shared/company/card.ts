import type { ShareCard } from '@site/shared/contract/card.ts';

/** The cards that social networks show for a shared link: the title on the night sky, below the logo. */
export const card: ShareCard = {
  fonts: ['bricolage-grotesque.ttf', 'figtree.ttf'].map((file) => new URL(`./fonts/cards/${file}`, import.meta.url)),
  families: { display: 'Bricolage Grotesque', text: 'Figtree' },
};

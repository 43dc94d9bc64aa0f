import type { ShareCard } from '@site/shared/contract/card.ts';

/** The cards that social networks show for a shared link: the title on the night sky, below the logo. */
export const card: ShareCard = {
  fonts: [
    new URL('./fonts/cards/readex-pro-latin.ttf', import.meta.url),
    new URL('./fonts/cards/readex-pro-arabic.ttf', import.meta.url),
  ],
  families: { display: 'Readex Pro', text: 'Readex Pro' },
};

import type { Language } from '../i18n/languages.ts';

/** How a site's cards are drawn, which social networks show for a shared link. Only programs that build import it. */
export interface ShareCard {
  /** The fonts of its texts, with fixed axes: the program that draws knows no variable fonts. */
  readonly fonts: readonly URL[];
  /** The families of those files, as they name themselves. */
  readonly families: { readonly display: string; readonly text: string };
  /** Draws a card. Without it, a card is the title on the night sky, below the logo. */
  readonly draw?: (card: CardTexts, tools: CardTools) => string;
}

/** What a card says. */
export interface CardTexts {
  readonly language: Language;
  readonly title: string;
}

/** What draws the parts of a card. */
export interface CardTools {
  /** The size of every card, in pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** The value of a colour token by the name of its variable, such as `--bg`, by night. */
  readonly colour: (name: string) => string;
  /** Replaces a drawing's variables with their colours, by night. */
  readonly paint: (svg: string) => string;
  /** The width of a drawn text. */
  readonly widthOf: (svg: string) => number;
  /** Draws a line of text from the origin, escaped. */
  readonly drawText: (text: string, style: CardTextStyle) => string;
  /** Draws the title as large as its space allows, in as many lines as that takes. */
  readonly drawTitle: (title: string, room: CardRoom, style: Omit<CardTextStyle, 'size'>) => string;
}

/** How a text of a card is set. */
export interface CardTextStyle {
  readonly family: string;
  readonly size: number;
  /** Space between letters, as a multiple of the font size. */
  readonly tracking: number;
}

/** The space for a title, in pixels. */
export interface CardRoom {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

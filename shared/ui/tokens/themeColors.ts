import tokens from './tokens.json' with { type: 'json' };

const { light, dark } = tokens.color.sky.$extensions.mode;

/** The colour that a browser may give to what surrounds a page: that of the page's top, in both themes. */
export const themeColors = { light, dark } as const;

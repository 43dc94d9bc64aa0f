import tokens from '@site/company/tokens.json' with { type: 'json' };

const { light, dark } = tokens.color.sky.$extensions.mode;

/** The colour that browsers may use around a page, in both themes: the colour of the page's top. */
export const themeColors = { light, dark } as const;

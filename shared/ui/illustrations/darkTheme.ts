/** The dark theme as a media query, for drawings, which the colour tokens of the page don't reach. */
export const darkTheme = '(prefers-color-scheme: dark)';

/** The id of every drawing's root. The build gives it the colours of the dark theme while it is the target of the address. */
export const darkTarget = 'dark';

/** The address of a drawing in the colours of the dark theme: the same file. */
export const inDarkTheme = (drawing: string): string => `${drawing}#${darkTarget}`;

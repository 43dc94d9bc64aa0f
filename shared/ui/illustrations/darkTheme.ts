/** Media query of the dark theme, for illustrations: the page's colour tokens don't apply inside images. */
export const darkTheme = '(prefers-color-scheme: dark)';

/** Id of every illustration's root element. The build adds dark styles that apply while the address targets it. */
export const darkTarget = 'dark';

/** Address of an illustration in the dark theme: the same file with a hash. One that has a hash is the same by night. */
export const inDarkTheme = (src: string): string => (src.includes('#') ? src : `${src}#${darkTarget}`);

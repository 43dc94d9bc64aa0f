/** The lines of a style sheet, with blanks in the place of comments. */
export const linesOf = (css: string): readonly string[] => css.replace(/\/\*.*?\*\//gs, blank).split('\n');

const blank = (comment: string): string => comment.replace(/[^\n]/g, ' ');

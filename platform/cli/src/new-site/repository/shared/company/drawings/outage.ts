/** What is at the bottom of pages that need no file: nothing. */
export const outageScene: string = '';

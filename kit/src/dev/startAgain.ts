/** Exit code of a development server that wants to be started again. */
export const startAgain = 75;

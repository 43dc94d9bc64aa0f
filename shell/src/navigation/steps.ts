/** The steps from one view to the next, for the chunk that browsers load when a visitor is about to navigate. */
export { followAddress } from './followAddress.ts';
export { loadView, prepareView } from './loadView.ts';

/** The steps from one view to the next, for the chunk that browsers load when a visitor is about to navigate. */
export { followAddress } from './followAddress.ts';
export { loadView } from './loadView.ts';
export { prepareView } from './prepareView.ts';

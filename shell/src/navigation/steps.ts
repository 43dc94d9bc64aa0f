/** The steps from one view to the next, for the chunk that browsers load when a visitor is about to navigate. */
export { Backstage } from '../app/Backstage.tsx';
export { createView } from '../view/createView.ts';
export { followAddress } from './followAddress.ts';
export { loadView } from './loadView.ts';

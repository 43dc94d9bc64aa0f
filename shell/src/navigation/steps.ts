/** The steps from one view to the next, for the chunk that browsers load when a visitor is about to navigate. */
export { placeFocus, rememberLink } from './followedLink.ts';
export { crossFade, showView } from './showView.ts';

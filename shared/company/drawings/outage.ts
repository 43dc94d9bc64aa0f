/**
 * At the bottom of pages that need no release, file or script, in `currentColor`: the roofs of the street. All is dark but one
 * window, below the cat.
 */
export const outageScene: string =
  '<svg class="street" viewBox="0 36 1440 214" preserveAspectRatio="xMidYMax slice" aria-hidden="true" fill="currentColor"><path d="M0 250V180L26 152 98 222v28h36V140h12V78h34v62h194V66h36v74h16v110h14v-44h20v-26h20v-26h20v-26h20v-26h20V76h40v26h20v26h20v26h20v26h20v26h20v44h36V139C744 138 750 109 778 108 808 106 814 62 866 60c52 2 58 46 88 48 28 1 34 30 62 31V250h112v-18l62-44v44l62-44v44l62-44v62h48v-56l44-52h40v108z"/><path d="M550 77V63q0-9 4-12V40l5 5h4l5-5v11q4 3 4 12v14z"/><path fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" d="M571 75q9 0 8-12"/><path class="lit" d="M549 144v-30a11 11 0 0 1 22 0v30z"/></svg>';

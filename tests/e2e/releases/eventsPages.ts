/** Runs in the page: the families whose files are there. */
export const loadedFamilies = (): readonly string[] =>
  [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''));

/** Runs in the page: the photograph that a browser has chosen of its formats and widths. */
export function shownPicture() {
  const picture = document.querySelector<HTMLImageElement>('main picture img');
  if (!picture) return undefined;
  const { complete, naturalWidth, naturalHeight, currentSrc } = picture;
  return {
    isWhole: complete && naturalWidth > 0,
    shape: Math.round((10 * naturalWidth) / naturalHeight) / 10,
    type: currentSrc.replace(/.*\./, ''),
  };
}

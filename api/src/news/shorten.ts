/** A text of at most so many characters: a longer one ends after a word, with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  // One character is for the ellipsis; a pair of surrogates must not be torn.
  const cut = text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '');
  const words = cut.replace(/\s+\S*$/, '');
  return `${words === '' ? cut : words}…`;
}

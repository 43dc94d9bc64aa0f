/** Name of the field that people don't see. Programs like to fill it in; the API takes no message of theirs. */
export const trapField = 'website';

/** What is in it. */
export const readTrap = (form: FormData | URLSearchParams): string => String(form.get(trapField) ?? '');

/** Empties it, so that a visitor whose browser has filled it in can send again. */
export function emptyTrap(form: HTMLFormElement): void {
  const control = form.elements.namedItem(trapField);
  if (control instanceof HTMLInputElement) control.value = '';
}

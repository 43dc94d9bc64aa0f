import { brand, type ContactMessage } from '@site/shared';
import { contactFields } from '@site/shared/contract/contact/fields.ts';
import { fireEvent, screen, within } from '@testing-library/react';

const controlIn = (form: HTMLElement, field: string) => {
  const control = form.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name="${field}"]`);
  if (!control) throw new Error(`The form has no field "${field}".`);
  return control;
};

/** The form as a visitor meets it. */
export const contactForm = () => screen.getByRole<HTMLFormElement>('form');

/** One of its fields. */
export const field = (name: keyof ContactMessage) => controlIn(contactForm(), name);

/** What all fields hold. */
export const typedText = () => Object.fromEntries(contactFields.map((name) => [name, field(name).value]));

/** Types into the given fields. */
export function fill(values: Partial<ContactMessage>) {
  for (const [name, value] of Object.entries(values)) {
    fireEvent.input(controlIn(contactForm(), name), { target: { value } });
  }
}

/** Presses the button, or Enter in a field. */
export const submit = () => fireEvent.submit(contactForm());

/** The heading of a message that could not be sent. */
export const notSent = `There was a problem while sending. You can also write to ${brand.email}.`;

/** The lines of the error list; none when there is no list. */
export function listedErrors(heading = 'Please correct the following error(s)'): (string | null)[] {
  const headings = screen.queryAllByRole('heading', { level: 2 });
  const list = headings.find(({ textContent }) => textContent === heading)?.parentElement;
  return list
    ? within(list)
        .getAllByRole('listitem')
        .map((line) => line.textContent)
    : [];
}

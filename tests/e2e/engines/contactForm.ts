import type { Visitor } from './Visitor.ts';

const fields = ['name', 'email', 'subject', 'message'] as const;

/** The texts in the form's fields. */
export type Message = Record<(typeof fields)[number], string>;

/** A valid message. */
export const goodMessage: Message = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'A difference engine',
  message: 'Could you host one for me?',
};

/** Types a message into the form, key by key. */
export async function fillForm(visitor: Visitor, message: Message): Promise<void> {
  for (const name of fields) await visitor.fill(`#field-${name}`, message[name]);
}

/** The current texts of the form. */
export const valuesOf = (visitor: Visitor): Promise<Message> =>
  visitor.evaluate(() => {
    const controls = [...document.querySelectorAll<HTMLInputElement>('[id^="field-"][name]')];
    return Object.fromEntries(controls.map(({ name, value }) => [name, value])) as Message;
  });

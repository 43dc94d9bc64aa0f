import { expect, test } from '@rstest/core';
import { declaredForms } from './declaredForms.ts';

const signup = { to: 'events/signups', fields: { name: {} } } as const;

test('a form without one of its texts is refused, and the message says which and where', async () => {
  const pages = { list: { source: './src/pages/list/page.ts', paths: 'blog', form: 'signup' } } as const;
  await expect(declaredForms('blog', { forms: { signup }, pages })).rejects.toThrow(
    'BUILD-FORM The form "signup" has no text "form.title" in locales/en.json',
  );
});

test('a form that no page shows needs no texts', async () => {
  expect(await declaredForms('blog', { forms: { signup }, pages: {} })).toEqual({ signup });
});

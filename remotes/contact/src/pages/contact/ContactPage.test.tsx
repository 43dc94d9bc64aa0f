import { afterEach, beforeEach, expect, rstest, test } from '@rstest/core';
import { legal } from '@site/company/legal.ts';
import { ApiError, brand, type ContactMessage, ContactRejectedError } from '@site/shared';
import { contactSchema } from '@site/shared/contract/contact/fields.ts';
import { textOf } from '@site/shared/facts.ts';
import { Draft } from '@site/shared/form/Draft.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, validMessage } from '../../testing/fakeApi.ts';
import { contactForm, field, fill, listedErrors, notSent, submit, typedText } from '../../testing/form.ts';
import { renderContact } from '../../testing/renderContact.tsx';

const sent = 'Message has been sent to our team';
const sendButton = () => screen.queryByRole('button', { name: 'Send the message' });

beforeEach(() => {
  // Enough time to have written a message.
  rstest.spyOn(performance, 'now').mockReturnValue(60_000);
});
afterEach(() => {
  rstest.restoreAllMocks();
  window.sessionStorage.clear();
  Draft.of('form-contact-message', contactSchema).forget();
});

test('the form works without JavaScript: it posts to its own page, without browser validation', () => {
  renderContact({ language: 'es' });
  expect(contactForm().getAttribute('method')).toBe('post');
  expect(contactForm().getAttribute('action')).toBe('/es/contacto#form-title');
  expect(contactForm().noValidate).toBe(true);
  for (const name of ['name', 'email', 'subject', 'message'] as const) expect(field(name).required).toBe(true);
});

test.each([
  ['en', 'Name'],
  ['fr', 'Nom / Prénom'],
  ['es', 'Apellidos / Nombre'],
] as const)('the label of the name in %s is "%s"', (language, label) => {
  renderContact({ language });
  expect(screen.getByLabelText(new RegExp(label))).toBe(field('name'));
});

test.each<[keyof ContactMessage, string, string]>([
  ['name', 'Léa', 'Name required or length incorrect'],
  ['name', '  a  ', 'Name required or length incorrect'],
  ['email', '', 'Email required.'],
  ['email', 'helene@', 'Valid email required.'],
  ['email', 'helene@boutique', 'Valid email required.'],
  ['subject', 'Spa', 'Subject required or length incorrect.'],
  ['message', 'Too short', 'Message required or length incorrect.'],
])('a message with %s "%s" is not sent: %s', (name, value, sentence) => {
  const api = fakeApi();
  renderContact({ api });
  fill({ ...validMessage, [name]: value });
  submit();
  expect(listedErrors()).toEqual([sentence]);
  expect(field(name).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getAllByText(sentence)).toHaveLength(2);
  expect(api.sendMessage).not.toHaveBeenCalled();
});

test('a message that is too long is not sent, and stays to be shortened', () => {
  const api = fakeApi();
  renderContact({ api });
  const message = '你'.repeat(10_001);
  fill({ ...validMessage, message });
  submit();
  expect(listedErrors()).toEqual(['Message required or length incorrect.']);
  expect(field('message').value).toBe(message);
  expect(api.sendMessage).not.toHaveBeenCalled();
});

test('an address of another alphabet, or with pasted characters that nobody sees, is valid in every browser', async () => {
  const api = fakeApi();
  renderContact({ api });
  fill(validMessage);
  // Firefox's field of this type leaves it as it is.
  field('email').setAttribute('type', 'text');
  fill({ ...validMessage, email: 'ada\u200b@b\u00adücher.example' });
  submit();
  expect(await screen.findByText(sent)).toBeTruthy();
  expect(api.sendMessage.mock.calls[0]?.[0]).toMatchObject({ email: 'ada@xn--bcher-kva.example' });
  expect(field('email').value).toBe('ada\u200b@b\u00adücher.example');
});

test('the form begins with the plan that the visitor chose, and the next plan replaces it', () => {
  const { unmount } = renderContact({ query: 'plan=starter' });
  expect(field('subject').value).toBe('Starter plan');
  unmount();
  renderContact({ query: 'plan=company', language: 'fr' });
  expect(field('subject').value).toBe('Formule Company');
});

test('a subject that the visitor has written stays when a plan is chosen', () => {
  const { unmount } = renderContact();
  fill({ ...validMessage, subject: 'Two shops' });
  unmount();
  renderContact({ query: 'plan=company' });
  expect(field('subject').value).toBe('Two shops');
});

test('a field’s error mark disappears once it is valid, and the title mentions errors until the next submit', () => {
  const prefixes = new Set<string>();
  const prefixTitle = (prefix: string) => {
    prefixes.add(prefix);
    return () => prefixes.delete(prefix);
  };
  renderContact({ prefixTitle });
  fill({ ...validMessage, name: 'a' });
  submit();
  expect([...prefixes]).toEqual(['Error:']);
  expect(field('name').getAttribute('aria-invalid')).toBe('true');
  fill({ ...validMessage, name: 'Helen' });
  expect(field('name').getAttribute('aria-invalid')).toBeNull();
  expect(listedErrors()).toHaveLength(1);
  submit();
  expect([...prefixes]).toEqual([]);
});

test('an empty form lists all its errors in the order of the fields, and the list is focused', () => {
  renderContact({ language: 'fr' });
  submit();
  expect(listedErrors('Veuillez corriger la ou les erreurs suivantes')).toEqual([
    'Nom obligatoire ou longueur incorrecte',
    'Adresse e-mail obligatoire.',
    'Objet obligatoire ou longueur incorrecte.',
    'Message obligatoire ou longueur incorrecte.',
  ]);
  expect(document.activeElement?.textContent).toContain('Veuillez corriger');
});

test('an error in the list links to its field', () => {
  renderContact();
  fill({ ...validMessage, subject: '' });
  submit();
  screen.getByRole('link', { name: 'Subject required or length incorrect.' }).click();
  expect(document.activeElement).toBe(field('subject'));
});

test('every submit clears the list', async () => {
  const answer = Promise.withResolvers<void>();
  renderContact({ api: fakeApi(() => answer.promise) });
  submit();
  expect(listedErrors()).toHaveLength(4);
  fill({ ...validMessage, name: '' });
  submit();
  expect(listedErrors()).toEqual(['Name required or length incorrect']);
  fill(validMessage);
  submit();
  expect(listedErrors()).toEqual([]);
  answer.resolve();
  await screen.findByText(sent);
});

test('a valid message is sent once, however often the button is pressed', async () => {
  const answer = Promise.withResolvers<void>();
  const api = fakeApi(() => answer.promise);
  renderContact({ api, language: 'fr' });
  fill(validMessage);
  submit();
  submit();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Envoi en cours…' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.disabled, 'it would lose the focus, and its visitor the place on the page').toBe(false);
  expect(button.getAttribute('aria-busy')).toBe('true');
  answer.resolve();
  await screen.findByText('Message envoyé à notre équipe');
  submit();
  expect(api.sendMessage.mock.calls).toEqual([[validMessage, 'fr', expect.objectContaining({ elapsed: 60_000 })]]);
});

test('another message begins with the name and address of the visitor, and is a message of its own', async () => {
  const api = fakeApi();
  renderContact({ api, query: 'plan=starter' });
  fill(validMessage);
  submit();
  (await screen.findByRole('link', { name: 'Write another message' })).click();
  await waitFor(() => expect(sendButton()).not.toBeNull());
  expect(typedText()).toEqual({ ...validMessage, subject: 'Starter plan', message: '' });
  await waitFor(() => expect(document.activeElement).toBe(field('subject')));
  expect(screen.queryByText(sent)).toBeNull();
  fill(validMessage);
  submit();
  await screen.findByText(sent);
  const [first, second] = api.sendMessage.mock.calls.map(([, , options]) => options?.key);
  expect(first).not.toBe(second);
});

test('the confirmation replaces the button, and the form stays', async () => {
  renderContact();
  fill(validMessage);
  submit();
  const confirmation = await screen.findByText(sent);
  await waitFor(() => expect(confirmation.closest('[role="status"]')).toBe(document.activeElement));
  expect(sendButton()).toBeNull();
  expect(typedText()).toEqual(validMessage);
});

test('errors of the API are listed, one line per field', async () => {
  const rejection = new ContactRejectedError([
    { email: 'This e-mail address could not be reached.', name: 'We know no such name.' },
    { message: 'Your message could not be recorded.' },
  ]);
  renderContact({ api: fakeApi(() => Promise.reject(rejection)) });
  fill(validMessage);
  submit();
  await waitFor(() =>
    expect(listedErrors()).toEqual([
      'We know no such name.',
      'This e-mail address could not be reached.',
      'Your message could not be recorded.',
    ]),
  );
  expect(field('email').getAttribute('aria-invalid')).not.toBe('true');
  expect(sendButton()).not.toBeNull();
});

test.each([
  ['no network', new ApiError('POST contact', undefined, undefined), 'check your connection'],
  ['a server error', new ApiError('POST contact', 500, undefined), 'could not be sent just now'],
  ['a browser that blocks cookies', new ApiError('POST contact', 403, undefined), 'Allow cookies for this site'],
  ['an empty list', new ContactRejectedError([]), 'could not be sent just now'],
  ['a filled-in honeypot', new ApiError('POST contact', 422, undefined), 'hidden field'],
  ['too many messages', new ApiError('POST contact', 429, undefined), 'a lot of messages'],
])('%s shows one sentence in the list, and keeps the typed text', async (_case, failure, sentence) => {
  renderContact({ api: fakeApi(() => Promise.reject(failure)) });
  fill(validMessage);
  submit();
  await waitFor(() => expect(listedErrors(notSent)).toEqual([expect.stringContaining(sentence)]));
  expect(typedText()).toEqual(validMessage);
  expect(sendButton()).not.toBeNull();
});

test('where cookies are blocked, the message takes the way of pages without scripts, under the same key', async () => {
  const api = fakeApi(
    () => Promise.reject(new ApiError('POST contact', 403, undefined)),
    async () => undefined,
  );
  renderContact({ api, language: 'fr' });
  fill(validMessage);
  submit();
  expect(await screen.findByText('Message envoyé à notre équipe')).toBeTruthy();
  expect(api.sendForm.mock.calls).toEqual([['/fr/contact', validMessage, api.sendMessage.mock.calls[0]?.[2]]]);
});

test.each([
  ['many messages', new ApiError('POST /en/contact', 429, undefined), 'a lot of messages'],
  ['a field', new ContactRejectedError([{ name: 'Who?' }]), 'Who?'],
  ['no answer', Object.assign(new ApiError('POST /en/contact', 504, undefined), { mayBeStored: true }), 'can’t tell'],
  ['no forms', new ApiError('POST /en/contact', 404, undefined), 'Allow cookies for this site'],
  ['another site’s forms', new ApiError('POST /en/contact', 403, undefined), 'Allow cookies for this site'],
  ['a host’s page', new ApiError('POST /en/contact', 200, undefined), 'Allow cookies for this site'],
])('of the way without scripts the visitor learns what is the matter: %s', async (_, refusal, sentence) => {
  const api = fakeApi(
    () => Promise.reject(new ApiError('POST contact', 403, undefined)),
    () => Promise.reject(refusal),
  );
  renderContact({ api });
  fill(validMessage);
  submit();
  await waitFor(() => expect(contactForm().textContent).toContain(sentence));
  expect(typedText()).toEqual(validMessage);
});

test('a visitor who has sent too much sees how long to wait, in minutes', async () => {
  const failure = new ApiError('POST contact', 429, undefined, { retryAfter: 301 });
  renderContact({ api: fakeApi(() => Promise.reject(failure)) });
  fill(validMessage);
  submit();
  await waitFor(() => expect(listedErrors(notSent)).toEqual([expect.stringContaining('wait 6\u00a0minutes')]));
});

test.each([
  [403, 'cookies blocked'],
  [500, 'a server that fails'],
])('after status %s (%s) the visitor can write an e-mail instead', async (status) => {
  renderContact({ api: fakeApi(() => Promise.reject(new ApiError('POST contact', status, undefined))) });
  fill(validMessage);
  submit();
  await waitFor(() => expect(listedErrors(notSent)).toHaveLength(1));
  const [way] = within(contactForm()).getAllByRole('link', { name: brand.email });
  expect(way?.getAttribute('href')).toBe(`mailto:${brand.email}`);
});

test.each([
  ['en', 'First and last name, 4\u00a0to\u00a0100\u00a0characters', '10\u00a0to\u00a010,000\u00a0characters'],
  [
    'fr',
    'Nom et prénom, de\u00a04\u00a0à\u00a0100\u00a0caractères',
    'De\u00a010\u00a0à\u00a010\u202f000\u00a0caractères',
  ],
  [
    'es',
    'Apellidos y nombre, de\u00a04\u00a0a\u00a0100\u00a0caracteres',
    'De\u00a010\u00a0a\u00a010\u00a0000\u00a0caracteres',
  ],
] as const)('in %s the fields say how long their texts may be', (language, name, message) => {
  renderContact({ language });
  for (const [control, hint] of [
    ['name', name],
    ['message', message],
  ] as const)
    expect(document.getElementById(field(control).getAttribute('aria-describedby') ?? '')?.textContent).toContain(hint);
});

test.each([
  ['en', `${textOf(legal.company)} is responsible for your data and uses it to answer you.`, 'your other rights'],
  [
    'fr',
    `${textOf(legal.company)} est responsable de vos données et s’en sert pour vous répondre.`,
    'vos autres droits',
  ],
  ['es', `${textOf(legal.company)} es responsable de tus datos y los usa para responderte.`, 'otros derechos'],
] as const)(
  'in %s the form says which company is responsible for the data, what for, and which rights there are',
  (language, start, rights) => {
    renderContact({ language });
    expect(contactForm().textContent).toContain(start);
    expect(contactForm().textContent).toContain(rights);
  },
);

test('the form links to the privacy policy', () => {
  renderContact({ language: 'fr' });
  const policy = within(contactForm()).getByRole('link', { name: 'politique de confidentialité' });
  expect(policy.getAttribute('href')).toBe('/fr/politique-confidentialite');
});

test('a message that failed can be sent again', async () => {
  const answers = [() => Promise.reject(new ApiError('POST contact', 500, undefined)), () => Promise.resolve()];
  const api = fakeApi(() => answers.shift()?.() ?? Promise.resolve());
  renderContact({ api });
  fill(validMessage);
  submit();
  await waitFor(() => expect(listedErrors(notSent)).toHaveLength(1));
  submit();
  await screen.findByText(sent);
  expect(listedErrors(notSent)).toEqual([]);
  expect(api.sendMessage).toHaveBeenCalledTimes(2);
});

test('the same message is resent with the same key, even after a reload, and a changed one with another', async () => {
  const api = fakeApi(() => Promise.reject(new ApiError('POST contact', undefined, undefined)));
  const keys = () => api.sendMessage.mock.calls.map(([, , options]) => options?.key);
  const sendAgain = async (calls: number) => {
    submit();
    await waitFor(() => expect(keys()).toHaveLength(calls));
    await waitFor(() => expect(sendButton()).not.toBeNull());
  };
  const page = renderContact({ api });
  fill(validMessage);
  await sendAgain(1);
  page.unmount();
  renderContact({ api });
  await sendAgain(2);
  fill({ subject: 'Something else' });
  await sendAgain(3);
  const [first, second, third] = keys();
  expect(first).toBe(second);
  expect(third).not.toBe(first);
});

test('a waiting visitor sees that the message is being resent', async () => {
  const answer = Promise.withResolvers<void>();
  renderContact({
    api: fakeApi(async (options) => {
      options?.onRetry?.();
      await answer.promise;
    }),
  });
  fill(validMessage);
  submit();
  const note = await screen.findByText('There was no answer. We are trying again…');
  expect(note.closest('[role="status"]')).toBeTruthy();
  answer.resolve();
  await screen.findByText(sent);
});

test('the honeypot is hidden from everyone, and emptied when a browser has filled it in', async () => {
  const api = fakeApi(() => Promise.reject(new ApiError('POST contact', 422, undefined)));
  renderContact({ api });
  const trap = contactForm().elements.namedItem('website') as HTMLInputElement;
  expect(trap.closest('[aria-hidden="true"]')).toBeTruthy();
  expect(trap.tabIndex).toBe(-1);
  trap.value = 'https://example.com';
  fill(validMessage);
  submit();
  await waitFor(() => expect(listedErrors(notSent)).toHaveLength(1));
  expect(api.sendMessage.mock.calls[0]?.[2]?.website).toBe('https://example.com');
  expect(trap.value).toBe('');
});

test('typed text survives a change of language', () => {
  const page = renderContact();
  fill({ name: validMessage.name, message: 'Half a thou' });
  page.unmount();
  renderContact({ language: 'fr' });
  expect(typedText()).toEqual({ name: validMessage.name, email: '', subject: '', message: 'Half a thou' });
});

test('a sent message is not restored', async () => {
  const page = renderContact();
  fill(validMessage);
  submit();
  await screen.findByText(sent);
  page.unmount();
  renderContact();
  expect(typedText()).toEqual({ name: '', email: '', subject: '', message: '' });
});

test('the response to a plain form post shows its errors and its text instead of the draft', () => {
  const page = renderContact();
  fill({ ...validMessage, subject: 'An older subject' });
  page.unmount();
  const values = { ...validMessage, subject: '' };
  renderContact({
    result: { values, errors: [{ kind: 'problem', field: 'subject', problem: 'subject' }], key: 'a-key' },
  });
  expect(listedErrors()).toEqual(['Subject required or length incorrect.']);
  expect(typedText()).toEqual(values);
});

test('the page after a plain form post confirms it and clears the draft', () => {
  const page = renderContact();
  fill(validMessage);
  page.unmount();
  renderContact({ query: 'sent=1' });
  expect(screen.getByText(sent)).toBeTruthy();
  expect(sendButton()).toBeNull();
  expect(typedText()).toEqual({ name: '', email: '', subject: '', message: '' });
});

test('what is typed is kept in the history entry of the form alone, and in no storage', () => {
  window.history.replaceState({ key: 'of the router' }, '', '/en/contact');
  renderContact();
  fill(validMessage);
  expect(window.history.state).toMatchObject({ key: 'of the router', 'form-contact-message': { draft: validMessage } });
  expect(JSON.stringify({ ...window.sessionStorage, ...window.localStorage })).not.toContain(validMessage.message);
  window.history.pushState(null, '', '/en/blog');
  fill({ subject: 'Typed on the way to another page' });
  submit();
  expect(window.history.state).toBeNull();
});

test('the form works when the browser refuses to change its history', () => {
  rstest.spyOn(window.history, 'replaceState').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  const page = renderContact();
  fill(validMessage);
  page.unmount();
  renderContact();
  expect(typedText()).toEqual(validMessage);
});

test('the three offices link to their booking pages in a new tab', () => {
  renderContact({ language: 'es' });
  const links = screen.getAllByRole('link', { name: /^Reservar una cita/ });
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringContaining('Londres'),
    expect.stringContaining('Béthune'),
    expect.stringContaining('Barcelona'),
  ]);
  for (const link of links) {
    expect(link.getAttribute('href')).toMatch(/^https:/);
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  }
});

test('the map’s frame follows the first frame, in the place that was kept for it', async () => {
  const { container } = renderContact();
  const figure = container.querySelector('figure');
  expect(figure?.querySelector('iframe')).toBeNull();
  const place = figure?.firstElementChild?.className;
  const map = await screen.findByTitle('Map of our office in London');
  expect([map.className, map.parentElement]).toEqual([place, figure]);
});

test('the map contacts no third party until the visitor asks', async () => {
  renderContact();
  const map = await screen.findByTitle<HTMLIFrameElement>('Map of our office in London');
  expect(map.getAttribute('src')).toBeNull();
  const load = screen.getByRole('link', { name: 'Load the map' });
  expect(load.getAttribute('href')).toContain('https://www.openstreetmap.org/export/embed.html?bbox=');
  expect(map.contentDocument?.querySelector('a')?.href).toBe(load.getAttribute('href'));
  expect(load.getAttribute('target')).toBe(map.getAttribute('name'));
});

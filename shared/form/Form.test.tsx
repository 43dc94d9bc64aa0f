import { beforeEach, expect, rstest, test } from '@rstest/core';
import { ApiError, ApiProvider, ContactRejectedError, type SendOptions } from '@site/shared';
import type { FormFields } from '@site/shared/contract/form/fields.ts';
import type { FormResult } from '@site/shared/contract/form/form.ts';
import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { Form } from './Form.tsx';
import { formStrings } from './formStrings.ts';

const fields: FormFields = {
  email: { format: 'email', autoComplete: 'email', half: true },
  day: { options: ['monday', 'tuesday'], half: true },
  from: { format: 'date', required: false },
  note: { kind: 'text', required: false },
};
const agreement: FormFields = { agree: { kind: 'checkbox' }, news: { kind: 'checkbox', required: false } };
const texts = (label: string) => ({ label, hint: `${label} of yours` });
const own = {
  form: { title: 'Come and see us', send: 'Sign up' },
  fields: {
    email: texts('E-mail'),
    day: { ...texts('Day'), options: { monday: 'On Monday', tuesday: 'On Tuesday' } },
    from: texts('From'),
    note: texts('Note'),
    agree: texts('I agree'),
    news: texts('News'),
  },
  problems: {
    email: 'Your e-mail is missing',
    emailFormat: 'That is no e-mail',
    day: 'Choose a day',
    from: '',
    note: '',
    agree: 'Please agree',
    news: '',
  },
};
const strings = formStrings({
  namespace: 'events',
  sections: ['form', 'fields', 'problems'],
  catalogues: { en: async () => own, fr: async () => own, es: async () => own },
});

beforeEach(() => {
  // Enough time to have filled it in.
  rstest.spyOn(performance, 'now').mockReturnValue(60_000);
  window.history.replaceState(null, '', '/en/events');
});

interface ShowOptions {
  readonly name?: string;
  readonly shown?: FormFields;
  readonly suggested?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly result?: FormResult;
  /** What React shows after the form. */
  readonly beside?: ReactNode;
}

/** Shows the form as a remote's page has it, with an API that answers so. */
async function show(
  answer: () => Promise<void> = async () => {},
  { name = 'signup', shown = fields, suggested = {}, beside, ...page }: ShowOptions = {},
) {
  const sendForm = rstest.fn(async (_page: string, _values: object, _options?: SendOptions) => answer());
  const catalogue = await strings.catalogues.en();
  const renderInSite = siteRenderer({
    namespace: 'events',
    catalogues: { en: catalogue, fr: catalogue, es: catalogue },
  });
  const { query = '', result } = page;
  renderInSite(
    <ApiProvider api={{ prepare: () => {}, sendForm } as never}>
      <Form
        remote="events"
        name={name}
        fields={shown}
        suggested={suggested}
        page={{ query: new URLSearchParams(query), result }}
        action="/en/events"
      />
      {beside}
    </ApiProvider>,
  );
  return sendForm;
}

const fill = (values: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(values))
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
};
const submit = () => fireEvent.submit(screen.getByRole('form', { name: 'Come and see us' }));

test('a remote’s form has its own words, and those of every form where it has none', async () => {
  await show();
  expect(screen.getByRole('button', { name: 'Sign up' })).toBeTruthy();
  expect(screen.getByText('Fields with a star (*) are required.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('From').type).toBe('date');
  const options = [...screen.getByLabelText<HTMLSelectElement>('Day *').options].map(({ text, value }) => [
    text,
    value,
  ]);
  expect(options).toEqual([
    ['Please choose', ''],
    ['On Monday', 'monday'],
    ['On Tuesday', 'tuesday'],
  ]);
});

test('what is filled in goes to the page’s own address, once, under a key', async () => {
  const sendForm = await show();
  fill({ 'E-mail *': 'ada@example.com', 'Day *': 'tuesday' });
  submit();
  submit();
  expect(await screen.findByText('Thank you. It has reached us.')).toBeTruthy();
  expect(sendForm.mock.calls).toEqual([
    [
      '/en/events',
      { email: 'ada@example.com', day: 'tuesday', from: '', note: '' },
      expect.objectContaining({ key: expect.stringMatching(/^[0-9a-f]{32}$/), website: '', elapsed: 60_000 }),
    ],
  ]);
});

test('rules are checked before anything is sent, and each problem is at its field', async () => {
  const sendForm = await show();
  fill({ 'E-mail *': 'ada' });
  submit();
  expect(screen.getAllByText('That is no e-mail')).toHaveLength(2);
  expect(screen.getAllByText('Choose a day')).toHaveLength(2);
  expect(sendForm).not.toHaveBeenCalled();
});

test('what the API rejects is said in its words, and nothing typed is lost', async () => {
  await show(async () => {
    throw new ContactRejectedError([{ email: 'You are on the list already' }]);
  });
  fill({ 'E-mail *': 'ada@example.com', 'Day *': 'monday' });
  submit();
  expect(await screen.findByRole('link', { name: 'You are on the list already' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail *').value).toBe('ada@example.com');
});

/** Types into a field at the first moment that there is one, before effects that React puts off. */
function QuickVisitor() {
  useLayoutEffect(() => fill({ 'E-mail *': 'new@example.com' }), []);
  return null;
}

test('who types at the first moment keeps what the history has of the other fields', async () => {
  const draft = { email: 'old@example.com', day: 'tuesday', from: '', note: 'Two of us' };
  window.history.replaceState({ key: 'of the router', 'form-events-quick': { draft } }, '');
  await show(undefined, { name: 'quick', beside: <QuickVisitor /> });
  expect(screen.getByLabelText<HTMLInputElement>('E-mail *').value).toBe('new@example.com');
  expect(screen.getByLabelText<HTMLSelectElement>('Day *').value).toBe('tuesday');
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('Two of us');
  expect(window.history.state).toMatchObject({
    key: 'of the router',
    'form-events-quick': { draft: { ...draft, email: 'new@example.com' } },
  });
});

test('what the history has lost, or refused, is there again when the visitor leaves the field', async () => {
  await show(undefined, { name: 'lost' });
  const kept = () => window.history.state['form-events-lost'].draft.note;
  const refuse = rstest.spyOn(window.history, 'replaceState').mockImplementation(() => {
    throw new DOMException('Too many changes', 'SecurityError');
  });
  fill({ Note: 'Two of us' });
  expect(kept()).toBe('');
  refuse.mockRestore();
  fireEvent.blur(screen.getByLabelText('Note'));
  expect(kept()).toBe('Two of us');
});

test('nothing of a form that has arrived is kept when the visitor leaves its fields', async () => {
  await show(undefined, { name: 'arrived' });
  fill({ 'E-mail *': 'ada@example.com', 'Day *': 'tuesday' });
  screen.getByRole('button', { name: 'Sign up' }).focus();
  submit();
  await screen.findByText('Thank you. It has reached us.');
  fireEvent.blur(screen.getByLabelText('Note'));
  expect(window.history.state['form-events-arrived']).toEqual({});
});

test('a form that may have arrived can be sent again under its key', async () => {
  const sendForm = await show(async () => {
    throw Object.assign(new ApiError('POST /en/events', 504, undefined), { mayBeStored: true });
  });
  fill({ 'E-mail *': 'ada@example.com', 'Day *': 'monday' });
  submit();
  expect(await screen.findByText(/We can’t tell whether your form has reached us/)).toBeTruthy();
  submit();
  await waitFor(() => expect(sendForm).toHaveBeenCalledTimes(2));
  const [first, second] = sendForm.mock.calls.map(([, , options]) => options?.key);
  expect(second).toBe(first);
});

test('two forms of a remote remember their own words', async () => {
  await show(undefined, { name: 'first' });
  fill({ Note: 'Of the first' });
  await show(undefined, { name: 'second' });
  const notes = screen.getAllByLabelText<HTMLTextAreaElement>('Note').map(({ value }) => value);
  expect(notes).toEqual(['Of the first', '']);
});

test('the page after a plain post confirms it', async () => {
  await show(undefined, { query: 'sent=1' });
  expect(screen.getByText('Thank you. It has reached us.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sign up' })).toBeNull();
});

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const described = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby')?.split(' ') ?? []).map((id) => document.getElementById(id)?.textContent);

test('a box that must be ticked says so at the box until it is, and its values are sent', async () => {
  const sendForm = await show(undefined, { name: 'boxes', shown: agreement });
  expect([described(box('I agree')), described(box('News'))]).toEqual([['I agree of yours'], ['News of yours']]);
  submit();
  expect(await screen.findByRole('link', { name: 'Please agree' })).toBeTruthy();
  expect(described(box('I agree'))).toEqual(['I agree of yours', 'Please agree']);
  expect(box('I agree').getAttribute('aria-invalid')).toBe('true');
  expect(sendForm).not.toHaveBeenCalled();
  fireEvent.click(box('I agree'));
  expect(box('I agree').hasAttribute('aria-invalid')).toBe(false);
  submit();
  expect(await screen.findByText('Thank you. It has reached us.')).toBeTruthy();
  expect(sendForm.mock.calls.map(([, values]) => values)).toEqual([{ agree: 'on', news: '' }]);
});

test('another form begins with empty boxes that still can be ticked', async () => {
  const sendForm = await show(undefined, { name: 'again', shown: agreement });
  fireEvent.click(box('I agree'));
  submit();
  fireEvent.click(await screen.findByRole('link', { name: 'another form' }));
  expect(box('I agree').checked).toBe(false);
  fireEvent.click(box('News'));
  fireEvent.click(box('I agree'));
  submit();
  await waitFor(() => expect(sendForm).toHaveBeenCalledTimes(2));
  expect(sendForm.mock.calls[1]?.[1]).toEqual({ agree: 'on', news: 'on' });
});

test('a ticked box stays ticked when the form comes back, and nothing else ticks one', async () => {
  const result: FormResult = { values: { agree: 'on', news: 'true' }, errors: [], key: 'a-key-of-ours' };
  await show(undefined, { name: 'back', shown: agreement, result });
  expect([box('I agree').checked, box('News').checked]).toEqual([true, false]);
});

test('a box that the visitor has ticked is still ticked after a reload; none is ticked for them', async () => {
  const state = { 'form-events-kept': { draft: { agree: 'on', news: '' } } };
  window.history.replaceState(state, '', '/en/events');
  await show(undefined, { name: 'kept', shown: agreement, suggested: { news: 'on' } });
  expect([box('I agree').checked, box('News').checked]).toEqual([true, false]);
});

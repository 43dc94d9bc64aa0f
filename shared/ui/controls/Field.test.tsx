import { expect, test } from '@rstest/core';
import { render, screen } from '@testing-library/react';
import { Field } from './Field.tsx';

test('the label names the control, without the asterisk', () => {
  render(<Field name="subject" label="Subject" required />);
  const control = screen.getByRole('textbox', { name: 'Subject' });
  expect(control.getAttribute('name')).toBe('subject');
  expect(control.hasAttribute('required')).toBe(true);
});

test('without hint and error, the control has no description', () => {
  render(<Field name="subject" label="Subject" />);
  const control = screen.getByRole('textbox');
  expect(control.hasAttribute('aria-describedby')).toBe(false);
  expect(control.hasAttribute('aria-invalid')).toBe(false);
});

test('hint and error describe the control, the hint first', () => {
  render(<Field name="email" label="E-mail" hint="To answer you" error="Valid email required." />);
  const control = screen.getByRole('textbox');
  const described = control.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'To answer you',
    'Valid email required.',
  ]);
  expect(control.getAttribute('aria-invalid')).toBe('true');
});

test('a multiline field is a text area', () => {
  render(<Field name="message" label="Message" multiline />);
  expect(screen.getByRole('textbox').tagName).toBe('TEXTAREA');
});

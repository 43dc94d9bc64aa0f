import { beforeEach, expect, rstest, test } from '@rstest/core';
import type { Language } from '@site/shared';
import { contactFields, messageOf, schemaOf } from '@site/shared/contract/contact/fields.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { formatNumber } from '@site/shared/numbers.ts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { fakeApi } from '../../testing/fakeApi.ts';
import { fill, submit } from '../../testing/form.ts';
import { renderContact } from '../../testing/renderContact.tsx';

const message = messageOf((field) => (field === 'email' ? 'ada@example.com' : `What Ada gave as ${field}`));

beforeEach(() => {
  // Enough time to have written a message: no machine is too fast.
  rstest.spyOn(performance, 'now').mockReturnValue(60_000);
});

test.each(contactFields)(
  'the form asks for the %s in every language, and sends it',
  async (field) => {
    for (const language of Object.keys(contactTexts) as Language[]) {
      const api = fakeApi();
      renderContact({ api, language });
      const { label, hint } = contactTexts[language].fields[field];
      const { required = true, min, max } = schemaOf(field);
      const control = screen.getByLabelText<HTMLInputElement>(required ? `${label} *` : label);
      expect([control.name, control.required]).toEqual([field, required]);
      const described = document.getElementById(control.getAttribute('aria-describedby') ?? '');
      expect(described?.textContent).toBe(
        hint.replace('{{min}}', String(min)).replace('{{max}}', formatNumber(max, language)),
      );
      fill(message);
      submit();
      await waitFor(() => expect(api.sendMessage.mock.calls[0]?.[0]).toEqual(message));
      cleanup();
    }
  },
  30_000,
);

import { expect, test } from '@rstest/core';
import { readSettings } from '@site/node/settings.ts';
import { z } from 'zod';
import { checkNoticeSettings, noticeSettings } from './settings.ts';

const secret = `whsec_${Buffer.alloc(32).toString('base64')}`;

const read = (given: Record<string, string>) =>
  readSettings(
    z.object({ ...noticeSettings, SMTP_URL: z.string().optional() }).superRefine(checkNoticeSettings),
    given,
  );

test('addresses are told apart by what they begin with', () => {
  const { NOTICES, NOTICES_LANGUAGE } = read({
    NOTICES:
      'slack+https://hooks.slack.com/services/T0/B0/x, teams+private+https://chat.example.com/a?b=c,https://ops.example.com/hook,http://127.0.0.1:9/,mailto:owner@example.com',
    NOTICES_SECRET: secret,
    SMTP_URL: 'smtp://localhost',
  });
  expect(NOTICES?.map(({ name }) => name)).toEqual([
    'slack hooks.slack.com',
    'teams chat.example.com',
    'signed ops.example.com',
    'signed 127.0.0.1:9',
    'mail',
  ]);
  expect(NOTICES?.map((target) => 'isPrivate' in target && target.isPrivate)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
  expect(NOTICES_LANGUAGE).toBe('en');
});

test.each([
  'http://ops.example.com/secret',
  'slack+http://10.0.0.1/secret',
  'ftp://ops.example.com/secret',
  'slack+teams+https://ops.example.com/secret',
  'mailto:owner@example.com?bcc=secret@example.com',
  'mailto:owner@example.com\nBcc: secret@example.com',
  'secret',
  ',',
])('“%s” is refused, and not repeated', (address) => {
  const reading = () => read({ NOTICES: address, NOTICES_SECRET: secret, SMTP_URL: 'smtp://localhost' });
  expect(reading).toThrow(/^SITE-SETTINGS NOTICES must be addresses/);
  expect(reading).not.toThrow('secret');
});

test('a plain webhook needs a secret, mail a mail server', () => {
  expect(() => read({ NOTICES: 'https://ops.example.com' })).toThrow('NOTICES_SECRET must be set as well');
  expect(() => read({ NOTICES: 'mailto:owner@example.com' })).toThrow('SMTP_URL must be set as well');
  expect(() => read({ NOTICES: 'https://ops.example.com', NOTICES_SECRET: 'guess' })).toThrow(
    'NOTICES_SECRET must be whsec_',
  );
  expect(read({ NOTICES: 'slack+https://hooks.slack.com/x' }).NOTICES).toHaveLength(1);
});

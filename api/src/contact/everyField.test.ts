import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { contactFields, messageOf } from '@site/shared/contract/contact/fields.ts';
import { contactTexts } from '@site/shared/contract/contact/texts.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { composeMail } from '../mail/compose.ts';
import { selectMails } from '../outbox/queries.ts';
import { selectMessage } from './store.ts';

const message = messageOf((field) => (field === 'email' ? 'ada@example.com' : `What Ada gave as ${field}`));

onEveryDatabase((kind) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({ contactRate: { max: 100, timeWindow: 60_000 } }, kind);
  });
  afterEach(() => api.close());

  const send = async (changes: object = {}, headers: Record<string, string> = {}): Promise<string> =>
    (await api.send({ ...message, ...changes }, headers)).json().id;

  describe.each(contactFields)('what a visitor writes as %s', (field) => {
    test('is in the owner’s mail, under its label in the visitor’s language', async () => {
      for (const language of languages) {
        const id = await send({ subject: `Subject in ${language}` }, { 'accept-language': language });
        const row = await selectMessage(api.database, id);
        const [entry] = await selectMails(api.database, id);
        if (!row || !entry) throw new Error('The message is not stored.');
        const mail = composeMail(
          { entry, message: row },
          { smtpUrl: 'smtp://localhost', to: 'team@example.com', from: 'site@example.com' },
        );
        expect(mail.text).toContain(row[field]);
        expect(mail.html).toContain(row[field]);
        const { label, labelInMail = label } = contactTexts[language].fields[field];
        if (field !== 'message') expect(mail.text).toMatch(new RegExp(`^${labelInMail}\u00a0?: ${row[field]}$`, 'm'));
      }
    });

    test('is shown by the command for messages, and exported when its sender asks for their data', async () => {
      const id = await send();
      expect((await runCommand('messages', api, ['show', id])).output).toContain(message[field]);
      const { output } = await runCommand('messages', api, ['export', 'ada@example.com']);
      expect(JSON.parse(output).messages[0]).toMatchObject({ [field]: message[field] });
    });

    test('makes it another message only if it differs', async () => {
      const first = await send();
      expect(await send()).toBe(first);
      expect(await send({ [field]: field === 'email' ? 'grace@example.com' : 'Something else' })).not.toBe(first);
    });

    test('is refused when it is too long', async () => {
      const response = await api.send({ ...message, [field]: 'x'.repeat(20_000) });
      expect(response.statusCode).toBe(422);
      expect(response.json().errors).toEqual([{ [field]: expect.stringMatching(/./) }]);
    });
  });
});

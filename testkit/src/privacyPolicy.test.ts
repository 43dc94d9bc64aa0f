import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { readProcessSettings } from '@site/api/settings.ts';
import { root } from '@site/kit/build/bundles/project.ts';
import { embedOrigins } from '@site/shared/site.ts';
import { texts } from './site/texts.ts';

/** What the policies say of a topic. */
const policies = (topic: 'retention' | 'data' | 'recipients') =>
  Object.values(texts).map(({ marketing }) => marketing.privacy[topic].text.replaceAll('\u00a0', ' '));

const deployed = (name: string) => readFile(join(root, 'docs/deploy', name), 'utf8');

/** The number that a setting has in a file. */
const numberIn = (text: string, setting: RegExp): number => Number(setting.exec(text)?.[1]);

test('messages are deleted after three years, as the policy says', () => {
  for (const text of policies('retention')) expect(text).toMatch(/three years|trois ans|tres años/);
  expect(readProcessSettings({}).MESSAGES_KEEP_DAYS).toBe(3 * 365);
});

test('logs and backups are kept for 14 days, as the policy says', async () => {
  for (const text of policies('retention')) expect(text.match(/14 (?:days|jours|días)/g)).toHaveLength(2);
  const journal = await deployed('journald@site.conf');
  // A file is deleted when its oldest entry is too old, and it may be written for so long before.
  expect(numberIn(journal, /^MaxRetentionSec=(\d+)day$/m) + numberIn(journal, /^MaxFileSec=(\d+)day$/m)).toBe(14);
  for (const unit of ['site.service', 'site@.service', 'site-api.service', 'site-store.service'])
    expect(await deployed(unit)).toMatch(/^LogNamespace=site$/m);
  const rotation = await deployed('logrotate-nginx');
  expect(rotation).toMatch(/^ {4}daily$/m);
  expect(numberIn(rotation, /^ {4}rotate (\d+)$/m) + 1).toBe(14);
  const guide = await readFile(join(root, 'docs/deploy.md'), 'utf8');
  // `-mtime +12` is older than 13 days, and the command runs once a day.
  expect(numberIn(guide, /^find \/var\/backups\/site .*-mtime \+(\d+) -delete/m) + 2).toBe(14);
});

test('the policy names everyone whose frames a visitor may load', () => {
  const names = embedOrigins.map((origin) => new URL(origin).hostname.replace(/^www\.|-nocookie|\.(?:com|org)$/g, ''));
  expect(names).toEqual(['youtube', 'openstreetmap']);
  for (const text of policies('recipients')) for (const name of names) expect(text.toLowerCase()).toContain(name);
});

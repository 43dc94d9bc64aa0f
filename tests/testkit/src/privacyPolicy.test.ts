import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { limits as apiLimits } from '@site/api/limits.ts';
import { readProcessSettings } from '@site/api/settings.ts';
import { isForTests, readFiles } from '@site/bundling/checks/sources.ts';
import { root } from '@site/bundling/project.ts';
import { embedOrigins } from '@site/company/brand.ts';
import { secureHeaders } from '@site/node/secureHeaders.ts';
import { xsrf } from '@site/shared/contract/api.ts';
import type { Beacon } from '@site/shared/contract/beacon.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { policies } from './site/policies.ts';

const deployed = (name: string) => readFile(join(root, 'docs/deploy', name), 'utf8');

/** The number of a setting in a file. */
const numberIn = (text: string, setting: RegExp): number => Number(setting.exec(text)?.[1]);

test('messages are deleted after three years, as the policy says', () => {
  for (const text of policies('retention'))
    expect(text).toMatch(/\b(?:(?:3|three) years|(?:3|trois) ans|(?:3|tres) años)/i);
  expect(readProcessSettings({}).MESSAGES_KEEP_DAYS).toBe(3 * 365);
});

test('what was counted is forgotten within two days, as the policy says', () => {
  const day = 24 * 60 * 60 * 1000;
  const { contactRate, sameText, confirmations, retentionInterval } = apiLimits;
  for (const { timeWindow } of [contactRate, sameText, confirmations])
    expect(timeWindow + retentionInterval).toBeLessThanOrEqual(2 * day);
  for (const text of policies('data')) expect(text).toMatch(/two days at most|deux jours au plus|dos días como máximo/);
});

test('logs and backups are kept for 14 days, as the policy says', async () => {
  for (const text of policies('retention')) {
    const periods = [...text.matchAll(/(\w+) (?:days|jours|días)\b/gi)].map(([, period = '']) => period);
    expect(periods.length, text).toBeGreaterThan(0);
    for (const period of periods) expect(period).toMatch(/^(?:14|fourteen|quatorze|catorce)$/i);
  }
  const journal = await deployed('journald@site.conf');
  // A file is deleted when its oldest entry is too old, but not while it is being written, for up to MaxFileSec.
  expect(numberIn(journal, /^MaxRetentionSec=(\d+)day$/m) + numberIn(journal, /^MaxFileSec=(\d+)day$/m)).toBe(14);
  for (const unit of ['site.service', 'site-api.service', 'site-store.service'])
    expect(await deployed(unit)).toMatch(/^LogNamespace=site$/m);
  const rotation = await deployed('logrotate-nginx');
  expect(rotation).toMatch(/^ {4}daily$/m);
  expect(numberIn(rotation, /^ {4}rotate (\d+)$/m) + 1).toBe(14);
  // `-mtime +12` is older than 13 days, and the command runs at least once a day.
  expect(
    numberIn(await deployed('site-backup.service'), /^ExecStart=find \/var\/backups\/site .*-mtime \+(\d+) -delete/m) +
      2,
  ).toBe(14);
});

test('the policy names everyone whose frames a visitor may load', () => {
  const names = embedOrigins.map((origin) => new URL(origin).hostname.replace(/^www\.|-nocookie|\.(?:com|org)$/g, ''));
  expect(names.length).toBeGreaterThan(0);
  for (const text of policies('recipients')) for (const name of names) expect(text.toLowerCase()).toContain(name);
});

test('the policy names the form’s cookie, and says that it goes when the browser is closed', () => {
  for (const text of policies('cookies')) {
    expect(text).toContain(xsrf.cookie);
    expect(text).toMatch(
      /\bclos[^.]*browser|browser[^.]*\bclos|ferm[^.]*navigateur|navigateur[^.]*ferm|ci?err[^.]*navegador|navegador[^.]*ci?err/i,
    );
  }
});

// What the site keeps by calls of `setItem`, and cookies of its servers, every browser test compares with the policy:
// tests/e2e/support/test.ts.
test('the site keeps nothing in browsers in a way that no test would see', () => {
  const sources = readFiles('{platform/{node,renderer,server},api}/**/*.ts', '{shared,shell,remotes}/**/*.{ts,tsx}');
  const unseen =
    /(?<!`)\b(?:local|session)Storage(?:\.\w+|\[[^\]]+\])\s*\??\??=[^=]|\bdocument\.cookie\s*=|\bcookieStore\b|\bindexedDB\b|\bcaches\.open\b/g;
  for (const [path, text] of sources) if (!isForTests(path)) expect(text.match(unseen) ?? [], path).toEqual([]);
});

test('the policy names every figure that browsers report', () => {
  // Another figure in the contract doesn't compile until it is here.
  const figures: Readonly<Record<keyof NonNullable<Beacon['vitals']>, string>> = { lcp: 'LCP', inp: 'INP', cls: 'CLS' };
  for (const text of policies('data')) for (const figure of Object.values(figures)) expect(text).toContain(figure);
});

test('nginx logs no more than addresses, times, pages and responses, and referrers only when a request fails', async () => {
  const configuration = await deployed('nginx.conf');
  const [, format = ''] = /log_format site[^']*((?:\s*'[^']*')+);/.exec(configuration) ?? [];
  const logged = [...format.matchAll(/\$(\w+)/g)].map(([, name = '']) => name);
  expect(logged).toContain('remote_addr');
  const allowed = ['time_iso8601', 'request_id', 'remote_addr', 'request_method', 'site_path', 'status', 'bytes_sent'];
  const ofServers = ['request_time', 'upstream_addr', 'upstream_status', 'upstream_response_time'];
  expect([...allowed, ...ofServers]).toEqual(expect.arrayContaining(logged));
  const servers = configuration.match(/^server \{/gm)?.length;
  expect(configuration.match(/^ {4}access_log \/var\/log\/nginx\/site\.log site;/gm)).toHaveLength(servers ?? 0);
  // nginx's error log contains the referrer of a failed request, which can't be turned off.
  for (const text of policies('data')) expect(text).toMatch(/(?:fail|error|erreur|échou|fall)[^.]*p[aá]g/i);
});

test('the blog takes visitors to an article after ten seconds, with a referrer, as the policy says', () => {
  expect(limits.redirectDelay).toBe(10_000);
  for (const text of policies('recipients'))
    expect(text).toMatch(/\b(?:(?:10|ten) seconds|(?:10|dix) secondes|(?:10|diez) segundos)/i);
  expect(secureHeaders(true)['referrer-policy']).toBe('strict-origin-when-cross-origin');
});

test('the policy states the legal basis of each use, the right to object on its own, and the rights under French law', () => {
  for (const text of policies('purpose')) {
    // Videos and maps, messages of customers, everything else: Article 6(1)(b); article 6, paragraphe 1, point b; artículo 6.1.b.
    for (const letter of ['a', 'b', 'f'])
      expect(text).toMatch(new RegExp(`6\\W+(?:\\w+ )?1\\W+(?:\\w+ )?${letter}\\b`, 'i'));
    expect(text).toMatch(/\b(?:no|not|never|aucune|pas|jamais|ninguna|nunca)\b[^.]*\bautomat/i);
  }
  for (const text of policies('rights')) {
    // On its own, as Article 21(4) wants.
    expect(text.split('\n').filter((paragraph) => /\bobject|oppos|opon/i.test(paragraph))).toEqual([
      expect.stringMatching(/^[^.]*\(\S+ 21\)\.$/),
    ]);
    expect(text).toMatch(/\bFranc[^.]*\b(?:death|die|mort|décès|décéd|muert|muer|fallec)/i);
  }
});

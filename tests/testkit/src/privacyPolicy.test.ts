import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { readProcessSettings } from '@site/api/settings.ts';
import { secureHeaders } from '@site/http/secureHeaders.ts';
import { root } from '@site/kit/build/bundles/project.ts';
import { type Files, isForTests, readFiles } from '@site/kit/check/sources.ts';
import { xsrf } from '@site/shared/contract/api.ts';
import { limits } from '@site/shared/contract/limits.ts';
import { languageStorageKey } from '@site/shared/i18n/languages.ts';
import { embedOrigins } from '@site/shared/site.ts';
import { texts } from './site/texts.ts';

/** What the policy says about a topic, in each language. */
const policies = (topic: 'retention' | 'data' | 'recipients' | 'cookies' | 'purpose' | 'rights') =>
  Object.values(texts).map(({ marketing }) =>
    marketing.privacy[topic].text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll('\u2060', ''),
  );

const deployed = (name: string) => readFile(join(root, 'docs/deploy', name), 'utf8');

/** The number of a setting in a file. */
const numberIn = (text: string, setting: RegExp): number => Number(setting.exec(text)?.[1]);

/** The sources that run in visitors' browsers or handle their requests. */
const sources: Files = new Map(
  [
    ...readFiles(
      '{platform/http,platform/renderer,platform/server,api,shared}/**/*.ts',
      '{shell,remotes}/**/*.{ts,tsx}',
      'shared/**/*.tsx',
    ),
  ].filter(([path]) => !isForTests(path)),
);

/** A pattern's matches in the sources, with their files. */
const matchesOf = (pattern: RegExp): readonly (readonly [string, RegExpMatchArray])[] =>
  [...sources].flatMap(([path, text]) => [...text.matchAll(pattern)].map((match) => [path, match] as const));

test('messages are deleted after three years, as the policy says', () => {
  for (const text of policies('retention')) expect(text).toMatch(/three years|trois ans|tres años/);
  expect(readProcessSettings({}).MESSAGES_KEEP_DAYS).toBe(3 * 365);
});

test('logs and backups are kept for 14 days, as the policy says', async () => {
  for (const text of policies('retention')) expect(text.match(/14 (?:days|jours|días)/g)).toHaveLength(2);
  const journal = await deployed('journald@site.conf');
  // A file is deleted when its oldest entry is too old, but not while it is being written, for up to MaxFileSec.
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

test('the policy names the two cookies that the code sets, which end with the browser', () => {
  const places = matchesOf(/\bsetCookie\(|'set-cookie'|document\.cookie\s*=/g).map(([path]) => path);
  expect(places).toEqual(['api/src/security/csrf.ts', 'platform/server/src/pages/pageRoutes.ts']);
  const named = [xsrf.cookie, ...matchesOf(/return `(\w+)=\$\{link\}/g).map(([, [, name]]) => name)];
  expect(named).toEqual(['XSRF-TOKEN', 'preview']);
  for (const text of policies('cookies')) {
    for (const name of named) expect(text).toContain(name);
    expect(text).toMatch(/when you close your browser|à la fermeture du navigateur|al cerrar el navegador/);
  }
  for (const path of ['api/src/security/csrf.ts', 'platform/server/src/pages/previewCookie.ts'])
    expect(sources.get(path)).not.toMatch(/max-?age|expires/i);
});

test('the policy names what the code stores in browsers, and nothing else', () => {
  const keys = matchesOf(/\b(?:local|session)Storage\.setItem\(\s*(?:'([^']+)'|(\w+))/g).map(
    ([path, [, key, constant]]) => {
      if (constant === 'languageStorageKey') return languageStorageKey;
      return key ?? new RegExp(`const ${constant} = '([^']+)'`).exec(sources.get(path) ?? '')?.[1];
    },
  );
  expect(matchesOf(/(?<!`)\b(?:local|session)Storage(?:\.\w+|\[[^\]]+\])\s*\??\??=[^=]/g)).toEqual([]);
  expect(matchesOf(/\bindexedDB\b|\bcaches\.open\b/g)).toEqual([]);
  for (const text of policies('data')) {
    const named = [...text.matchAll(/\(([a-z]+)\)/g)].map(([, name]) => name);
    expect(named.toSorted()).toEqual([...new Set(keys)].toSorted());
  }
});

test('the policy names every figure that browsers report', () => {
  const figures = [...(sources.get('shared/contract/beacon.ts') ?? '').matchAll(/readonly (\w+)\?: number/g)];
  expect(figures.map(([, name]) => name)).toEqual(['lcp', 'inp', 'cls']);
  for (const text of policies('data'))
    for (const [, name = ''] of figures) expect(text).toContain(`(${name.toUpperCase()})`);
});

test('nginx logs addresses, times, pages and responses, but not browsers, nor referrers unless a request fails', async () => {
  const configuration = await deployed('nginx.conf');
  const [, format = ''] = /log_format site[^']*((?:\s*'[^']*')+);/.exec(configuration) ?? [];
  expect([...format.matchAll(/\$(\w+)/g)].map(([, name]) => name)).toEqual([
    'time_iso8601',
    'request_id',
    'remote_addr',
    'request_method',
    'site_path',
    'status',
    'bytes_sent',
    'request_time',
    'upstream_addr',
    'upstream_status',
    'upstream_response_time',
  ]);
  const servers = configuration.match(/^server \{/gm)?.length;
  expect(configuration.match(/^ {4}access_log \/var\/log\/nginx\/site\.log site;/gm)).toHaveLength(servers ?? 0);
  // nginx's error log contains the referrer of a failed request, which can't be turned off.
  for (const text of policies('data'))
    expect(text).toMatch(/the page that led to it|page dont elle vient|página de la que viene/);
});

test('the blog takes visitors to an article after ten seconds, with a referrer, as the policy says', () => {
  expect(limits.redirectDelay).toBe(10_000);
  for (const text of policies('recipients')) expect(text).toMatch(/Ten seconds|Dix secondes|Diez segundos/);
  expect(secureHeaders(true)['referrer-policy']).toBe('strict-origin-when-cross-origin');
});

test('the policy states the legal basis of each use, the controller, and the rights under French law', () => {
  for (const text of policies('purpose')) {
    expect(text).toMatch(/6\(1\)\(b\)|article 6, paragraphe 1, point b|artículo 6\.1\.b/);
    expect(text).toMatch(/6\(1\)\(f\)|article 6, paragraphe 1, point f|artículo 6\.1\.f/);
    expect(text).toMatch(/No automated decision|Aucune décision automatisée|Ninguna decisión automatizada/);
  }
  for (const text of policies('rights')) expect(text).toMatch(/after your death|après votre mort|después de tu muerte/);
});

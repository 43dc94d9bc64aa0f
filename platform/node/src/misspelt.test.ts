import { expect, test } from '@rstest/core';
import { addSettings, parseEnvFile } from './envFile.ts';
import { meantBy } from './misspelt.ts';
import { knownNames } from './settingNames.ts';

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['TRUSTED_KEY', 'TRUSTED_KEYS'],
  ['MAIL_FORM', 'MAIL_FROM'],
  ['SMTP_ULR', 'SMTP_URL'],
  ['site_origin', 'SITE_ORIGIN'],
  ['SITEORIGIN', 'SITE_ORIGIN'],
  ['METRIC_TOKENS', 'METRICS_TOKEN'],
  ['DATABSE_URL_FILE', 'DATABASE_URL_FILE'],
  ['TRUSTED_KEYS_FILE', 'TRUSTED_KEYS'],
  ['AWS_ACCES_KEY_ID', 'AWS_ACCESS_KEY_ID'],
])('%s in the environment or in a file is refused, and %s is proposed', (name, meant) => {
  for (const isOfFile of [false, true]) expect(meantBy(name, isOfFile)).toEqual([meant]);
  expect(() => addSettings(undefined, { [name]: 'secret' })).toThrow(
    `SITE-SETTINGS ${name} isn’t a setting: is ${meant} meant?`,
  );
  expect(() => addSettings(undefined, { [name]: 'secret' })).not.toThrow(/secret/);
});

test('a setting that is gone is refused by name, with what to use instead, unless it is empty', () => {
  const gone = /^SITE-SETTINGS RENDER_MEMORY is no setting any more\. .*MemoryMax=/;
  expect(() => addSettings(undefined, { RENDER_MEMORY: '512' })).toThrow(gone);
  expect(() => parseEnvFile('PORT=3000\nRENDER_MEMORY=512', 'site.env')).toThrow(
    /^SITE-ENV-FILE site\.env, line 2: RENDER_MEMORY is no setting any more\. .*MemoryMax=/,
  );
  expect(() => addSettings(undefined, { RENDER_MEMORY: '' })).not.toThrow();
  expect(parseEnvFile('RENDER_MEMORY=', 'site.env')).toEqual({ RENDER_MEMORY: '' });
});

test('in a file of settings, whatever begins as a setting does must be one', () => {
  expect(meantBy('SMTP_PASSWORD', true)).toEqual(['SMTP_URL']);
  expect(meantBy('TRUSTED_PUBLIC_KEYS', true)).toEqual(['TRUSTED_KEYS']);
  expect(meantBy('MAIL_BCC', true)).toEqual(['MAIL_CONFIRM', 'MAIL_FROM', 'MAIL_TO']);
  expect(meantBy('RELEASE', true)).toEqual(['RELEASES']);
  expect(meantBy('MAILTO', true)).toEqual(['MAIL_TO']);
  for (const name of ['SMTP_PASSWORD', 'TRUSTED_PUBLIC_KEYS', 'MAIL_BCC', 'RELEASE', 'MAILTO'])
    expect(meantBy(name, false), name).toEqual([]);
});

test('settings, tokens of remotes’ APIs, and names of other programs are left alone, in files too', () => {
  const others = [
    ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'LOGNAME', 'HOSTNAME', 'SHELL', 'USER', 'TMPDIR', 'DEBUG', 'CI'],
    ...[
      'NODE_ENV',
      'NODE_OPTIONS',
      'NODE_EXTRA_CA_CERTS',
      'npm_config_cache',
      'HTTPS_PROXY',
      'no_proxy',
      'PGSSLROOTCERT',
    ],
    ...['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_DEFAULT_REGION', 'AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_STS'],
    ...['OTEL_RESOURCE_ATTRIBUTES', 'OTEL_METRICS_EXPORTER', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    ...[
      'CREDENTIALS_DIRECTORY',
      'NOTIFY_SOCKET',
      'WATCHDOG_USEC',
      'INVOCATION_ID',
      'STATE_DIRECTORY',
      'JOURNAL_STREAM',
    ],
    ...['REMOTE_API_EVENTS', 'REMOTE_API_EVENTS_FILE', 'CHROMIUM_PATH', ...knownNames],
  ];
  for (const name of others) for (const isOfFile of [false, true]) expect(meantBy(name, isOfFile), name).toEqual([]);
});

test('what Kubernetes, CI and cron put into an environment starts no refusal', () => {
  const others = [
    ...['SITE', 'SITE_API', 'SITE_STORE', 'RELEASE', 'RELEASES', 'API', 'DATABASE', 'SMTP', 'MAIL', 'DATA'].flatMap(
      (name) => [
        ...[`${name}_PORT`, `${name}_SERVICE_HOST`, `${name}_SERVICE_PORT`, `${name}_SERVICE_PORT_HTTP`],
        ...[`${name}_PORT_80_TCP`, `${name}_PORT_80_TCP_ADDR`, `${name}_PORT_80_TCP_PORT`, `${name}_PORT_80_TCP_PROTO`],
      ],
    ),
    ...['MAILTO', 'MAIL', 'SERVER', 'RELEASE', 'RELEASE_REF', 'RELEASE_TAG', 'RELEASE_VERSION', 'REPORT', 'LOG_DIR'],
    ...[
      'GITHUB_TOKEN',
      'GITHUB_SERVER_URL',
      'CI_SERVER_HOST',
      'CI_TOKEN',
      'NPM_TOKEN',
      'RUNNER_TEMP',
      'TEST_DATABASE_URL',
    ],
    ...[
      'SITE_SERVER',
      'SITE_SERVER_LISTENS',
      'XDG_DATA_DIRS',
      'SMTP_FROM',
      'SFTP_URL',
      'APP_ORIGIN',
      'RENDER_GIT_COMMIT',
    ],
  ];
  for (const name of others) expect(meantBy(name, false), name).toEqual([]);
});

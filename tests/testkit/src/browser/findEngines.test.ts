import { expect, test } from '@rstest/core';
import { findFirefox, findWebKit } from './findEngines.ts';
import { machineOf } from './testing/machineOf.ts';

const firefox = '/usr/bin/firefox-esr';
const webKit = {
  driver: '/usr/bin/WebKitWebDriver',
  browser: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  screen: '/usr/bin/Xvfb',
};
const ofWebKit = Object.values(webKit);
const ci = { CI: 'true' };

test('installed browsers are used, and nothing is installed', async () => {
  const { machine, commands } = machineOf({ programs: [firefox, ...ofWebKit] });
  expect(await findFirefox(machine)).toBe(firefox);
  expect(await findWebKit(machine)).toEqual(webKit);
  expect(commands).toEqual([]);
});

test('WebKit needs its driver, its browser and a screen: root installs what is missing', async () => {
  const { machine, commands } = machineOf({ programs: [webKit.driver], installs: { flock: ofWebKit } });
  expect(await findWebKit(machine)).toEqual(webKit);
  expect(commands).toHaveLength(1);
  expect(commands[0]).toMatch(/apt-get install -y --no-install-recommends webkit2gtk-driver xvfb$/);
});

test('on Debian, root installs Firefox', async () => {
  const { machine, commands } = machineOf({ environment: ci, installs: { flock: firefox } });
  expect(await findFirefox(machine)).toBe(firefox);
  expect(commands).toHaveLength(1);
  expect(commands[0]).toMatch(/apt-get install -y --no-install-recommends firefox-esr$/);
});

test('on a Mac, Firefox is found among the applications, and there is no WebKit', async () => {
  const application = '/Applications/Firefox.app/Contents/MacOS/firefox';
  const { machine, commands } = machineOf({ platform: 'darwin', environment: ci, programs: [application] });
  expect(await findFirefox(machine)).toBe(application);
  expect(await findWebKit(machine)).toBeUndefined();
  expect(commands).toEqual([]);
});

test('on a developer’s machine, WebKit may be missing', async () => {
  expect(await findWebKit(machineOf({}).machine)).toBeUndefined();
});

test('CI that could install WebKit but can’t fails and says why', async () => {
  const error = await findWebKit(machineOf({ environment: ci }).machine).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'TEST-ENGINE' });
  expect(String(error)).toMatch(/TEST-ENGINE WebKit .*apt-get install webkit2gtk-driver xvfb/);
});

test('in CI that may not install packages, WebKit may be missing', async () => {
  expect(await findWebKit(machineOf({ environment: ci, isRoot: false }).machine)).toBeUndefined();
});

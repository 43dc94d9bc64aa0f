import { expect, test } from '@rstest/core';
import { BrowserNotFoundError, findBrowser, findHeadlessShell, findPresentBrowser } from './findBrowser.ts';
import { downloaded, machineOf } from './testing/machineOf.ts';

const named = '/named/browser';
const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

test('the browser that CHROMIUM_PATH names comes first', async () => {
  const environment = { CHROMIUM_PATH: named };
  const { machine, commands } = machineOf({ environment, programs: [named, '/usr/bin/chromium', downloaded] });
  expect(await findBrowser(machine)).toBe(named);
  expect(commands).toEqual([]);
});

test('a CHROMIUM_PATH that names no browser is passed over', async () => {
  const { machine } = machineOf({ environment: { CHROMIUM_PATH: named }, programs: ['/usr/bin/google-chrome'] });
  expect(await findBrowser(machine)).toBe('/usr/bin/google-chrome');
});

test('a browser of the system is taken before a downloaded one', async () => {
  const { machine } = machineOf({ programs: ['/usr/bin/chromium', downloaded] });
  expect(await findBrowser(machine)).toBe('/usr/bin/chromium');
});

test('on a Mac, Chrome is found among the applications, also in those of the user', async () => {
  expect(await findBrowser(machineOf({ platform: 'darwin', programs: [chrome] }).machine)).toBe(chrome);
  const ofUser = `/Users/ada${chrome}`;
  const { machine } = machineOf({ platform: 'darwin', environment: { HOME: '/Users/ada' }, programs: [ofUser] });
  expect(await findBrowser(machine)).toBe(ofUser);
});

test('what Playwright has downloaded is used, and nothing is installed', async () => {
  const { machine, commands } = machineOf({ programs: [downloaded] });
  expect(await findBrowser(machine)).toBe(downloaded);
  expect(commands).toEqual([]);
});

test('on Debian, root installs Chromium', async () => {
  const { machine, commands } = machineOf({ installs: { 'apt-get': '/usr/bin/chromium' } });
  expect(await findBrowser(machine)).toBe('/usr/bin/chromium');
  expect(commands).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends chromium']);
});

test('whoever may not install packages gets the browser of Playwright', async () => {
  const { machine, commands } = machineOf({ isRoot: false, installs: { npx: downloaded } });
  expect(await findBrowser(machine)).toBe(downloaded);
  expect(commands).toEqual(['npx playwright install chromium']);
});

test('whoever only looks finds what is there, and installs nothing', async () => {
  expect(await findPresentBrowser(machineOf({ programs: [downloaded] }).machine)).toBe(downloaded);
  const { machine, commands } = machineOf({ installs: { 'apt-get': '/usr/bin/chromium', npx: downloaded } });
  expect(await findPresentBrowser(machine)).toBeUndefined();
  expect(commands).toEqual([]);
});

test('when nothing helps, one line says what to do', async () => {
  const { machine } = machineOf({});
  const error = await findBrowser(machine).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BrowserNotFoundError);
  expect(String(error)).toMatch(/Install Chromium or Chrome, or set CHROMIUM_PATH[^\n]*$/);
});

test('beside Debian’s Chromium its headless shell is used, and installed when it is missing', async () => {
  const browser = '/usr/bin/chromium';
  const shell = '/usr/bin/chromium-headless-shell';
  expect(await findHeadlessShell(browser, machineOf({ programs: [shell] }).machine)).toBe(shell);
  const { machine, commands } = machineOf({ installs: { 'apt-get': shell } });
  expect(await findHeadlessShell(browser, machine)).toBe(shell);
  expect(commands).toEqual(['apt-get install -y --no-install-recommends chromium-headless-shell']);
});

test('where there is no headless shell, and where somebody names a browser, that browser is used', async () => {
  const { machine } = machineOf({ isRoot: false });
  expect(await findHeadlessShell('/usr/bin/chromium', machine)).toBe('/usr/bin/chromium');
  const environment = { CHROMIUM_PATH: '/usr/bin/chromium' };
  const programs = ['/usr/bin/chromium-headless-shell'];
  expect(await findHeadlessShell('/usr/bin/chromium', machineOf({ environment, programs }).machine)).toBe(
    '/usr/bin/chromium',
  );
  expect(await findHeadlessShell(downloaded, machineOf({ programs }).machine)).toBe(downloaded);
});

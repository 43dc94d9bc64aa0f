import { expect, test } from '@rstest/core';
import { findPresentBrowser } from '@site/server/preflight/browser/presentBrowser.ts';
import { findBrowser, findHeadlessShell } from './findBrowser.ts';
import { downloaded, machineOf } from './testing/machineOf.ts';

const named = '/named/browser';
const chrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

test('the browser that CHROMIUM_PATH names comes first', async () => {
  const environment = { CHROMIUM_PATH: named };
  const { machine, commands } = machineOf({ environment, programs: [named, '/usr/bin/chromium', downloaded] });
  expect(await findBrowser(machine)).toBe(named);
  expect(commands).toEqual([]);
});

test('a CHROMIUM_PATH that names no browser is ignored', async () => {
  const { machine } = machineOf({ environment: { CHROMIUM_PATH: named }, programs: ['/usr/bin/google-chrome'] });
  expect(await findBrowser(machine)).toBe('/usr/bin/google-chrome');
});

test('an installed browser comes before a downloaded one', async () => {
  const { machine } = machineOf({ programs: ['/usr/bin/chromium', downloaded] });
  expect(await findBrowser(machine)).toBe('/usr/bin/chromium');
});

test('on a Mac, Chrome is found among the applications of the system and of the user', async () => {
  expect(await findBrowser(machineOf({ platform: 'darwin', programs: [chrome] }).machine)).toBe(chrome);
  const ofUser = `/Users/ada${chrome}`;
  const { machine } = machineOf({ platform: 'darwin', environment: { HOME: '/Users/ada' }, programs: [ofUser] });
  expect(await findBrowser(machine)).toBe(ofUser);
});

test('on Windows, Chrome or Edge is found among the programs of the system and of the user', async () => {
  const environment = { PROGRAMFILES: 'C:/Program Files', LOCALAPPDATA: 'C:/Users/ada/AppData/Local' };
  const ofUser = 'C:/Users/ada/AppData/Local/Google/Chrome/Application/chrome.exe';
  const edge = 'C:/Program Files/Microsoft/Edge/Application/msedge.exe';
  expect(await findBrowser(machineOf({ platform: 'win32', environment, programs: [ofUser] }).machine)).toBe(ofUser);
  expect(await findBrowser(machineOf({ platform: 'win32', environment, programs: [edge] }).machine)).toBe(edge);
});

test('a browser that Playwright has downloaded is used, and nothing is installed', async () => {
  const { machine, commands } = machineOf({ programs: [downloaded] });
  expect(await findBrowser(machine)).toBe(downloaded);
  expect(commands).toEqual([]);
});

test('on Debian, root installs Chromium', async () => {
  const { machine, commands } = machineOf({ installs: { 'apt-get': '/usr/bin/chromium' } });
  expect(await findBrowser(machine)).toBe('/usr/bin/chromium');
  expect(commands).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends chromium']);
});

test('a user who may not install packages gets Playwright’s browser', async () => {
  const { machine, commands } = machineOf({ isRoot: false, installs: { [process.execPath]: downloaded } });
  expect(await findBrowser(machine)).toBe(downloaded);
  expect(commands).toEqual([expect.stringMatching(/playwright.+ install chromium$/)]);
});

test('looking for a present browser installs nothing', async () => {
  expect(await findPresentBrowser(machineOf({ programs: [downloaded] }).machine)).toBe(downloaded);
  const { machine, commands } = machineOf({
    installs: { 'apt-get': '/usr/bin/chromium', [process.execPath]: downloaded },
  });
  expect(await findPresentBrowser(machine)).toBeUndefined();
  expect(commands).toEqual([]);
});

test('without any browser, one line says what to do', async () => {
  const { machine } = machineOf({});
  const error = await findBrowser(machine).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'TEST-BROWSER' });
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

test('without a headless shell, or with CHROMIUM_PATH, the browser itself is used', async () => {
  const { machine } = machineOf({ isRoot: false });
  expect(await findHeadlessShell('/usr/bin/chromium', machine)).toBe('/usr/bin/chromium');
  const environment = { CHROMIUM_PATH: '/usr/bin/chromium' };
  const programs = ['/usr/bin/chromium-headless-shell'];
  expect(await findHeadlessShell('/usr/bin/chromium', machineOf({ environment, programs }).machine)).toBe(
    '/usr/bin/chromium',
  );
  expect(await findHeadlessShell(downloaded, machineOf({ programs }).machine)).toBe(downloaded);
});

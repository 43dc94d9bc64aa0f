import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WebKitPrograms } from '@site/testkit/browser/findEngines.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import getPort from 'get-port';
import type { BrowserOptions, Driver, Key } from './Driver.ts';

/** Timeout in milliseconds, long enough for a busy machine. */
const patience = 30_000;

/** The virtual screen, in pixels. */
const screenSize = { width: 1600, height: 1200 };

/** WebDriver's codes for keys without a character. */
const keyCodes: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', Space: ' ' };

/** Without this, the browser's toolbar keeps the window wider than a phone. */
const narrowBar = '* { min-width: 0; padding: 0; } image, entry { margin: 0 -10px; }';

/** Starts WebKitGTK's MiniBrowser on a virtual screen, and drives it over WebDriver. */
export async function startWebKit(programs: WebKitPrograms, options: BrowserOptions): Promise<Driver> {
  const folder = await temporaryFolder('webkit');
  await mkdir(join(folder, 'gtk-3.0'));
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), narrowBar);
  const screen = await startScreen(programs.screen);
  const port = await getPort({ host: '127.0.0.1' });
  const driver = spawn(programs.driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: screen.display, XDG_CONFIG_HOME: folder, NO_AT_BRIDGE: '1' },
    stdio: 'ignore',
    // In its own process group, so that its browser ends with it.
    detached: true,
  });
  const end = () => {
    process.off('exit', end);
    if (driver.pid && driver.exitCode === null) process.kill(-driver.pid);
    screen.program.kill();
  };
  // Leaves nothing running when a script fails.
  process.on('exit', end);
  const session = await Session.start(`http://127.0.0.1:${port}`, {
    binary: programs.browser,
    args: [
      '--automation',
      `--proxy=${options.proxy}`,
      `--enable-javascript=${options.javaScript ?? true}`,
      ...(options.dark ? ['--dark-mode'] : []),
    ],
  });
  const perform = (id: string, type: 'key' | 'pointer' | 'wheel', actions: readonly object[]) =>
    session.post<void>('/actions', { actions: [{ id, type, actions }] });
  const pressKey = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ];
  return {
    name: `WebKitGTK ${session.version}`,
    open: (url) => session.post<void>('/url', { url }),
    go: (steps) => session.post<void>(steps < 0 ? '/back' : '/forward', {}),
    reload: () => session.post<void>('/refresh', {}),
    evaluate: (run, ...args) => session.post('/execute/sync', { script: `return (${run})(...arguments)`, args }),
    press: (x, y) =>
      perform('mouse', 'pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    wheel: (x, y, down) =>
      perform('wheel', 'wheel', [{ type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: down }]),
    key: (key) => perform('keyboard', 'key', pressKey(keyCodes[key])),
    type: (text) => perform('keyboard', 'key', [...text].flatMap(pressKey)),
    resize: async (width, height) => {
      // The window has a toolbar above the page.
      const bar = await session.post<number>('/execute/sync', { script: 'return outerHeight - innerHeight', args: [] });
      // Nothing manages the windows of this screen: the one below its pointer, in the middle, has the focus.
      const place = (side: number, length: number) => Math.max(0, Math.round((side - length) / 2));
      const [x, y] = [place(screenSize.width, width), place(screenSize.height, height + bar)];
      await session.post('/window/rect', { x, y, width, height: height + bar });
    },
    screenshot: async () => Buffer.from(await session.get<string>('/screenshot'), 'base64'),
    close: async () => {
      await session.end();
      const ended = Promise.all([once(driver, 'close'), once(screen.program, 'close')]);
      end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A session of the WebDriver protocol: https://www.w3.org/TR/webdriver2/. */
class Session {
  readonly #address: string;
  readonly version: string;

  static async start(origin: string, browserOptions: object): Promise<Session> {
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      const isReady = await call<{ ready: boolean }>('GET', `${origin}/status`).catch(() => undefined);
      if (isReady) break;
      await delay(50);
    }
    const { sessionId, capabilities: had } = await call<NewSession>('POST', `${origin}/session`, { capabilities });
    return new Session(`${origin}/session/${sessionId}`, had.browserVersion);
  }

  private constructor(address: string, version: string) {
    this.#address = address;
    this.version = version;
  }

  get = <Value>(path: string): Promise<Value> => call('GET', this.#address + path);

  post = <Value>(path: string, body: object): Promise<Value> => call('POST', this.#address + path, body);

  end = (): Promise<void> => call('DELETE', this.#address);
}

interface NewSession {
  readonly sessionId: string;
  readonly capabilities: { readonly browserVersion: string };
}

async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(patience),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await response.json()) as { readonly value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`WebKit: ${method} ${new URL(url).pathname}: ${value.error}: ${value.message}`);
  return value;
}

/** A virtual screen: GTK doesn't start without one. */
async function startScreen(program: string) {
  const { width, height } = screenSize;
  const screen = spawn(program, ['-displayfd', '3', '-screen', '0', `${width}x${height}x24`, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  return { program: screen, display: `:${String(number).trim()}` };
}

import { afterEach, describe, expect, test } from '@rstest/core';
import { answering, craftedShell, craftedWorker, homeTask, ready } from '@site/testkit/render/craftedWorker.ts';
import { type LostReason, RenderWorker } from '../workers/RenderWorker.ts';
import { canBuild } from './strongestWall.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** A worker that evaluates an expression in its isolate for each job, and renders its text as what failed. */
async function workerOf(expression: string) {
  const code = `${ready} receive(({ id }) => { ${answering(`String(${expression})`)} });`;
  const { worker, output, lost, stop } = await craftedWorker(code, { wall: 'isolate' });
  cleanups.push(stop);
  return { render: () => worker.render(homeTask), output, lost };
}

describe.runIf(canBuild('isolate'))('with isolated-vm', () => {
  test('code in an isolate finds nothing of Node', async () => {
    const { render } = await workerOf(
      `['process', 'require', 'module', 'fetch', 'Buffer', 'setTimeout'].map((name) => typeof globalThis[name])`,
    );
    expect(await render()).toMatchObject({ message: Array(6).fill('undefined').join() });
  });

  test.each([
    ['throws in a timer', 'later(() => { throw new Error("from a timer"); }, 0)', 'from a timer'],
    ['throws nothing in a timer', 'later(() => { throw null; }, 0)', 'null'],
    ['throws as it takes a message', '(() => { throw new RangeError("too far"); })()', 'too far'],
  ])('what %s is in the log, and the next page is rendered', async (_, expression, message) => {
    const { render, output } = await workerOf(
      `globalThis.hasFailed ? 'rendered' : (globalThis.hasFailed = true, ${expression})`,
    );
    void render();
    await expect.poll(() => output.join(''), { timeout: 10_000 }).toContain(message);
    expect(await render()).toMatchObject({ message: 'rendered' });
  });

  test('a message that Node would take for its own is a message like others', async () => {
    const { render, lost } = await workerOf(`send({ cmd: 'NODE_HANDLE', type: 'none' })`);
    void render();
    await expect.poll(() => lost, { timeout: 10_000 }).toEqual(['message']);
  });

  test('a rejection that nobody handles costs nothing', async () => {
    const { render } = await workerOf(`(Promise.reject(new Error('unhandled')), 'rendered')`);
    for (let page = 0; page < 2; page += 1) expect(await render()).toMatchObject({ message: 'rendered' });
  });

  test('a page that fills the memory with objects costs its process, at the limit of the isolate', async () => {
    const { render, lost, output } = await workerOf(
      '(() => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); })()',
    );
    expect(await render()).toMatchObject({ kind: 'lost' });
    // Without that limit the watch on the whole process ends it, at three times as much.
    expect(lost).toEqual(['crash']);
    await expect.poll(() => output.join('')).toContain('memory limit');
  });

  test('a page that fills the memory with buffers gets no more of them at the limit of the isolate', async () => {
    const { render } = await workerOf(
      '(() => { const all = []; try { for (;;) all.push(new Uint8Array(1e7).fill(1)); } catch (error) { return error; } })()',
    );
    expect(await render()).toMatchObject({ message: 'RangeError: Array buffer allocation failed' });
  });

  // What crosses between an isolate and its host: text, numbers and functions, and the copies of errors.
  test.each([
    ['functions', '[writeLine, print, startTimer]'],
    [
      'errors',
      // The host throws the first one.
      `[() => print(5), () => print({}), () => startTimer(1, Symbol())].map((call) => {
      try { call(); } catch (error) { return error; }
    }).filter(Boolean)`,
    ],
  ])('the %s that an isolate gets are its own: none leads to the host', async (_, expression) => {
    const { render } = await workerOf(`(() => {
    const found = ${expression};
    const strangers = found.filter((value) => !(value instanceof Object) || value.constructor.constructor !== Function);
    return found.length > 0 ? strangers.length + ' of the host' : 'nothing was found';
  })()`);
    expect(await render()).toMatchObject({ message: '0 of the host' });
  });

  test('no error, whether its own or the host’s, tells the isolate where anything is on the machine', async () => {
    // Each call makes the host throw, or shows what calls the isolate's code.
    const { render, output } = await workerOf(`(() => {
    const errors = [new Error('own')];
    const calls = [
      () => print(5), () => print({}), () => startTimer(1, Symbol()), () => startTimer(1, 10n),
      () => stopTimer({}), () => randomBytes(-1), () => randomBytes('many'), () => compile('} syntax (', 'own.cjs'),
      () => compile({}, {}), () => compile('1', Symbol()), () => compile('throw new Error("in code")', 'own.cjs')({}, {}),
    ];
    for (const call of calls) try { call(); } catch (error) { errors.push(error); }
    for (const { name, message, stack } of errors) print('[' + name + ': ' + message + '] ' + stack + '\\n');
    print('all of them');
    return errors.length;
  })()`);
    await render();
    await expect.poll(() => output.join('')).toContain('all of them');
    const told = output.join('').replaceAll('shell@version-1/server/isolate.cjs', 'its own file');
    expect(told).toMatch(/own\.cjs:1.*in code/s);
    expect(told).not.toMatch(/\/|node:/);
  });

  test('a shell without a renderer for the isolate renders nothing', async () => {
    const lost: LostReason[] = [];
    const callApi = () => Promise.reject(new Error('unused'));
    const host = { callApi, onOutput: () => {}, onLost: (_: unknown, reason: LostReason) => lost.push(reason) };
    const worker = new RenderWorker({ ...host, wall: 'isolate' }, craftedShell('/nowhere'), undefined);
    expect(await worker.render(homeTask)).toMatchObject({ kind: 'lost' });
    expect(lost).toEqual(['start']);
  });
});

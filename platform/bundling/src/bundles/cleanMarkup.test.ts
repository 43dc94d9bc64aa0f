import { SourceMap } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@rstest/core';
import { addMarkup, setMarkup } from '../inBrowser/setMarkup.ts';
import { buildFiles, packageFiles } from '../testing/buildFiles.ts';
import { withCleanMarkup } from './cleanMarkup.ts';

/** An element that keeps what the sanitizer got, and notes each access. */
class FakeElement {
  clean: string | undefined;
  plain: unknown = 'old';
  readonly seen: string[] = [];

  get innerHTML(): unknown {
    this.seen.push('read');
    return this.plain;
  }
  set innerHTML(value: unknown) {
    this.plain = value;
  }
  setHTML(text: string) {
    this.seen.push('set');
    this.clean = text;
  }
}

/** Runs code as a bundle does, and returns its last value. */
function run(code: string, names: object): unknown {
  const rewritten = withCleanMarkup(code, 'index.js')?.code ?? code;
  return runInNewContext(rewritten, { ...names, __siteSetMarkup: setMarkup, __siteAddMarkup: addMarkup });
}

test.each([
  ['a statement', "e.innerHTML = 'a'", 'a'],
  ['minified code', 'const f=t=>{if(t)return(e).innerHTML=`a`};f(1)', 'a'],
  ['a name in quotes', "e['innerHTML'] = 'a'", 'a'],
  ['a chain', "o.innerHTML = e.innerHTML = 'a'", 'a'],
  ['an assignment in an assignment’s object', "(e.innerHTML = 'b', e).innerHTML = 'a'", 'a'],
  ['a condition', "e.innerHTML = true ? 'a' : 'b'", 'a'],
  ['more markup', "e.innerHTML += 'a'", 'olda'],
  ['a value that sets markup of its own', "e.innerHTML += (o.innerHTML = 'a')", 'olda'],
  ['a shadowed name', "const innerHTML = 'a'; e.innerHTML = innerHTML", 'a'],
  ['no semicolons', "let x = 1\ne.innerHTML = 'a'\nx", 'a'],
  ['brackets', "((e)).innerHTML = (('a'))", 'a'],
  ['letters of two units', "'𝒜é'; e.innerHTML = 'a'", 'a'],
  ['comments around it', "e /* . */ . /* innerHTML */ innerHTML /* = */ = // 'b'\n 'a'", 'a'],
  ['a module of another bundler', "((__webpack_require__) => { e.innerHTML = __webpack_require__ })('a')", 'a'],
])('markup is cleaned in %s', (_, code, expected) => {
  const element = new FakeElement();
  run(code, { e: element, o: {} });
  expect(element.clean).toBe(expected);
});

test('target, value and assignment keep their order, each is evaluated once, and the expression has the value', () => {
  const element = new FakeElement();
  const names = {
    target: () => element.seen.push('target') && element,
    value: () => element.seen.push('value') && 'a',
  };
  expect(run('target().innerHTML = value()', names)).toBe('a');
  expect(element.seen.splice(0)).toEqual(['target', 'value', 'set']);
  expect(run('target().innerHTML += value()', names)).toBe('olda');
  expect(element.seen).toEqual(['target', 'read', 'value', 'set']);
});

test('values may await and yield', async () => {
  const element = new FakeElement();
  await run("(async () => { e.innerHTML = await 'a'; e.innerHTML += await 'b' })()", { e: element });
  expect(element.clean).toBe('oldb');
  run("[...(function* () { e.innerHTML = yield 'c' })()]", { e: element });
  expect(element.clean).toBe('undefined');
});

test('objects that have such a field keep it, and null throws as always', () => {
  const frozen = Object.freeze({ innerHTML: 1 });
  expect(run('o.innerHTML = 2; o.innerHTML += 3; o', { o: {} })).toEqual({ innerHTML: 5 });
  expect(() => run('o.innerHTML = 2', { o: null })).toThrow(/null/);
  expect(() => run("'use strict'; o.innerHTML = 2", { o: frozen })).toThrow(/read only/);
});

test.each([
  '[e.innerHTML] = x;',
  '({ a: e.innerHTML } = x);',
  'for (e.innerHTML of x);',
  'e.innerHTML ??= x; e.innerHTML -= x; e.innerHTML++;',
  'e[innerHTML] = x;',
  "e['inner' + 'HTML'] = x;",
  'innerHTML = x;',
  'x = e.innerHTML;',
  'e.outerHTML = x;',
  "const text = 'e.innerHTML = x'; // e.innerHTML = x",
  'const text = /e.innerHTML = x/; const other = `e.innerHTML = x`;',
  'class A extends B { #innerHTML; set(x) { this.#innerHTML = x; super.innerHTML = x; } }',
  'const o = { innerHTML: x, set innerHTML(value) {} };',
])('nothing else changes: %s', (code) => {
  expect(withCleanMarkup(code, 'index.js')).toBeUndefined();
});

test('lines keep their numbers, and the map leads to the columns of the source', () => {
  const code = 'const a = 1;\nelement\n  .innerHTML\n    = text; failing();\nafter();';
  const { code: rewritten, map } = withCleanMarkup(code, 'index.js') ?? {};
  const lines = rewritten?.split('\n') ?? [];
  expect(lines).toHaveLength(5);
  const column = lines[3]?.indexOf('failing') ?? -1;
  const entry = new SourceMap(JSON.parse(String(map))).findEntry(3, column);
  expect(entry).toMatchObject({ originalLine: 3, originalColumn: '    = text; failing'.indexOf('failing') });
});

test('a remote has one copy of the code that cleans markup, in its container', async () => {
  const files = await buildFiles({
    'src/page.ts': [
      "import { browserOnly } from '@site/shared';",
      "export { show } from 'chart';",
      "export default browserOnly(() => import('./Map.ts'), { fallback: null });",
    ].join('\n'),
    'src/Map.ts': "import { show } from 'leaf';\nexport default (element: Element) => (element!.innerHTML += show);",
    ...packageFiles('chart', 'export const show = (element, text) => (element.innerHTML = text);'),
    'node_modules/leaf/package.json': '{ "name": "leaf", "version": "1.0.0", "main": "index.js" }',
    'node_modules/leaf/index.js': "this.show = 'x'; self.e.innerHTML = 'y';",
  });
  const holders = Object.entries(files).flatMap(([file, code]) => (code.includes('setHTML') ? [file] : []));
  expect(holders).toEqual(['web/remote.js']);
  expect(files['web/page-list.js']).not.toContain('innerHTML');
  const onServer = Object.entries(files).find(([file]) => file.startsWith('server/'));
  expect(onServer?.[1]).toContain('innerHTML = text');
});

test('a remote that sets no markup has nothing of it', async () => {
  const files = await buildFiles({ 'src/page.ts': 'export default (element: Element) => element.innerHTML;' });
  expect(Object.values(files).join('')).not.toContain('setHTML');
});

import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseLimits } from '@site/releases/limits.ts';
import { rendererLimits } from '@site/renderer/limits.ts';
import { type DeclaredPage, manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { addVariant, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { changeFile } from '@site/testkit/site/ReleaseStore.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from '../../support/serverTest.ts';

const { pictures, uses, size } = rendererLimits.inlineDrawings;
/** Where the drawing is: anyone who changes the code of a version learns its name afterwards. */
const placeholder = '/assets/blog/VERSION/DRAWING';
const languages = ['en', 'fr', 'es'];
const pages = Array.from({ length: 40 }, (_, index): DeclaredPage => {
  const [path, words] = [`blog/h/${index}`, { title: 'Heavy', link: 'Heavy' }];
  return {
    name: `heavy-${index}`,
    module: './list',
    paths: { en: path, fr: path, es: path },
    words: { en: words, fr: words, es: words },
  };
});
const paths = languages.flatMap((language) => pages.map(({ paths: { en } }) => `/${language}/${en}`));

/** The heaviest allowed page: the maximum of HTML, and of inlined drawings in size and number. */
const heavyPage = `({ ...page, load: async () => ({}), component: () => {
  const picture = (uses) => '<picture>' + '<source srcset="${placeholder}">'.repeat(uses - 1) + '<img src="${placeholder}" loading="eager" alt=""></picture>';
  const html = picture(1).repeat(2) + picture(${uses}).repeat(${pictures - 2});
  const text = 'x'.repeat(${releaseLimits.renderedPage} - 20_000 - html.length);
  return { $$typeof: Symbol.for('react.transitional.element'), type: 'div', key: null, ref: null, props: { dangerouslySetInnerHTML: { __html: html + text } } };
} })`;

async function addHeavyVersion(store: string): Promise<string> {
  const version = await addVariant(store, 'blog', { manifest: { pages }, server: { page: heavyPage } });
  const folder = join(store, 'blog', version);
  const { server, files } = JSON.parse(await readFile(join(folder, manifestFile), 'utf8')) as ReleaseManifest;
  const drawing = Object.keys(files).find((file) => file.endsWith('.svg')) ?? '';
  await changeFile(folder, drawing, () => `<svg>${'x'.repeat(size - 200)}</svg>`);
  const address = drawing.replace('web/', `/assets/blog/${version}/`);
  await changeFile(folder, server, (code) => code.replaceAll(placeholder, address));
  return version;
}

/** A process's peak memory, in megabytes. */
async function peakOf(pid: number | undefined): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

test('the heaviest allowed pages don’t fill the memory of the server', async ({ startOwnProcess }) => {
  // biome-ignore lint/suspicious/noSkippedTests: elsewhere there is nothing to read it from
  test.skip(process.platform !== 'linux', 'Only Linux tells the most memory that a process had.');
  test.setTimeout(900_000);
  const store = await temporaryFolder('heavy');
  await cp(testedReleases, store, { recursive: true });
  const site = await startOwnProcess({ releases: store });
  await ask(site, '/en');
  const before = await peakOf(site.program.process.pid);
  await setLive(store, 'blog', await addHeavyVersion(store));
  await expect.poll(async () => (await ask(site, paths[0] ?? '')).status).toBe(200);
  const sizes: number[] = [];
  for (const path of paths) sizes.push((await ask(site, path)).body.length);
  const after = await peakOf(site.program.process.pid);
  test.info().annotations.push({ type: 'memory', description: `${before} MB, then ${after} MB` });
  expect(Math.max(...sizes)).toBeLessThan(3 * 1024 * 1024);
  expect(after - before).toBeLessThan(450);
  await rm(store, { recursive: true, force: true, maxRetries: 5 });
});

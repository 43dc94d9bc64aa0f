import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { visitPage } from '@site/server/preflight/browser/visitPage.ts';
import { siteProgram } from '@site/testkit/site/program.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from './projectTest.ts';

const page = `import { CheckList, PageHeader, Section } from '@site/shared';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Faulty.module.css';

export function FaultyPage() {
  const { t, i18n } = useTranslation('faulty');
  useEffect(() => {
    if (i18n.language === 'fr') throw new Error('Only in French');
    console.error('Something to complain about');
  }, [i18n.language]);
  return (
    <>
      <PageHeader title={t('page.title')} lead={t('page.lead')} />
      <Section>
        <p style={{ color: 'red' }}>{i18n.language}</p>
        {i18n.language === 'es' && (typeof window === 'undefined' ? t('page.steps.page') : t('page.title'))}
        <CheckList items={[t('page.steps.texts'), t('page.steps.release')]} />
        <div className={styles.wide} />
        <img src="https://elsewhere.example/room.png" alt="" />
      </Section>
    </>
  );
}
`;

const fragmentFile = 'remotes/faulty/src/fragments/note/Note.tsx';

/** A part of other teams' pages: no page of its own shows it. */
const note = `import { useEffect } from 'react';

export function Note() {
  useEffect(() => {
    throw new Error('Only on pages of others');
  }, []);
  return <p>A note</p>;
}
`;

const fragment = `import { defineFragment } from '@site/shared';
import { strings } from '../../strings.ts';
import { Note } from './Note.tsx';

export default defineFragment({ component: Note, strings: strings(['page']) });
`;

/** A page without faults, which stores something. */
const storing = `import { CheckList, PageHeader } from '@site/shared';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

export function FaultyPage() {
  const { t } = useTranslation('faulty');
  useEffect(() => {
    sessionStorage.setItem('a\\u001b[2Jb', '');
    localStorage.setItem('theme', 'dark');
    localStorage.drafts = '1';
    localStorage['plan'] = '2';
    delete localStorage.plan;
    sessionStorage.step = '3';
    Object.defineProperty(sessionStorage, 'defined', { value: '4' });
    Storage.prototype.setItem.call(sessionStorage, 'called', '5');
    caches.open('pictures');
    const found = [
      Object.keys(sessionStorage).sort(),
      [localStorage.length > 1, localStorage.getItem('drafts'), sessionStorage.step, localStorage.plan, 'theme' in localStorage],
    ].join(' ');
    // Pages find their storages as they are without us.
    if (found !== 'a\\u001b[2Jb,called,defined,step true,1,3,,true') console.error(found);
    document.cookie = 'seen=1; path=/';
    indexedDB.open('drafts');
  }, []);
  return (
    <>
      <PageHeader title={t('page.title')} lead={t('page.lead')} />
      <CheckList items={[t('page.steps.texts'), t('page.steps.page'), t('page.steps.release')]} />
    </>
  );
}
`;

test('what a browser complains about, in any language, stays unpublished, and its team reads in which line it is', async ({
  project,
  start,
}) => {
  const settings = { DATA_DIR: '.data', CHROMIUM_PATH: process.env.TESTED_BROWSER ?? '' };
  const run = async (...parameters: string[]) => {
    const program = start(siteProgram, parameters, settings);
    return { code: await program.exited, output: program.output() };
  };
  await cp(testedReleases, join(project, '.releases'), { recursive: true });
  await run('new-remote', 'faulty');
  const sources = join(project, 'remotes/faulty/src/pages/faulty');
  await rm(join(sources, 'FaultyPage.test.tsx'));
  await writeFile(join(sources, 'FaultyPage.tsx'), page);
  await writeFile(join(sources, 'Faulty.module.css'), '.wide {\n  block-size: 1rem;\n  inline-size: 600px;\n}\n');
  await mkdir(dirname(join(project, fragmentFile)), { recursive: true });
  await writeFile(join(project, fragmentFile), note);
  await writeFile(join(project, dirname(fragmentFile), 'fragment.ts'), fragment);
  const offered = "fragments: { 'faulty-note': { source: './src/fragments/note/fragment.ts' } },";
  const described = join(project, 'remotes/faulty/src/remote.ts');
  const description = await readFile(described, 'utf8');
  await writeFile(described, description.replace('pages: {', `${offered}\n  pages: {`));

  const { code, output } = await run('publish', 'faulty');
  expect(code, output).toBe(1);
  expect(output).toContain('RELEASE-PREFLIGHT');
  const file = 'remotes/faulty/src/pages/faulty/FaultyPage.tsx';
  const complaints = output.slice(output.indexOf('RELEASE-PREFLIGHT')).replaceAll(/faulty@\w+/g, 'faulty');
  expect(complaints).toContain(`Something to complain about (${file}:10:13)`);
  expect(complaints).toMatch(
    new RegExp(
      `^(?:RELEASE-PREFLIGHT )?/fr/faulty of faulty failed in a browser: SITE-RENDER .*Only in French \\(${file}:9:43\\)$`,
      'm',
    ),
  );
  expect(complaints).toMatch(
    new RegExp(
      `^(?:RELEASE-PREFLIGHT )?/en/_fragments, /fr/_fragments, /es/_fragments of faulty failed in a browser: .*Only on pages of others \\(${fragmentFile}:5`,
      'm',
    ),
  );
  expect(complaints).toContain(`blocks style-src-attr inline of <p style="color:red"> (${file}:6:8)`);
  expect(complaints).toContain(
    `blocks img-src https://elsewhere.example/room.png of <img src="https://elsewhere.example/room.png" alt=""> (${file}:6:8)`,
  );
  expect(complaints).toMatch(/ends at 6\d\d px in a window of 390 px/);
  expect(complaints).toMatch(
    /^(?:RELEASE-PREFLIGHT )?\/es\/faulty of .* the server writes “Monta la página .*”, the browser nothing/m,
  );

  await test.step('what it stores in browsers is said, and nothing that the site itself stores', async () => {
    await writeFile(join(sources, 'FaultyPage.tsx'), storing);
    await writeFile(join(project, fragmentFile), note.replace('throw new Error', 'console.log'));
    const published = await run('publish', 'faulty');
    expect(published.code, published.output).toBe(0);
    expect(published.output).toMatch(
      /browsers faulty@\w+ stores: cache pictures, cookie seen, database drafts, localStorage drafts, localStorage plan, localStorage theme, sessionStorage a\[2Jb, sessionStorage called, sessionStorage defined, sessionStorage step\.$/m,
    );
  });
});

test('a page that loads itself again is refused, even while the browser ignores that it is closed', async ({
  browser,
}) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><script>location.reload()</script>');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const context = await browser.newContext();
  const { port } = server.address() as AddressInfo;
  const complaints = await visitPage(context, `http://127.0.0.1:${port}/`);
  expect(complaints).toEqual([{ message: 'it loads its document again', stack: '' }]);
  server.closeAllConnections();
  server.close();
  await context.close();
});

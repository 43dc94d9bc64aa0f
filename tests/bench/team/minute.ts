import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '@site/testkit/browser/findBrowser.ts';
import { median } from '@site/testkit/measure/report.ts';
import { copyProject, temporaryFolder } from '@site/testkit/site/folders.ts';
import { commandOutput, readyOrigin, siteProgram, startProgram, stopProgram } from '@site/testkit/site/program.ts';

/** How long the checks that follow a saved file may take, in milliseconds. */
const checks = 4_000;

/** A change of a source file that shows a text in the page of the blog. */
interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: (text: string) => string;
}

const changes: Readonly<Record<string, Change>> = {
  component: {
    file: 'remotes/blog/src/pages/list/ListPage.tsx',
    from: "title={t('list.title')}",
    to: (text) => `title={\`\${t('list.title')} ${text}\`}`,
  },
  text: { file: 'remotes/blog/locales/en.json', from: '"title": "', to: (text) => `"title": "${text} ` },
};

/** What developers wait for many times a day, in seconds: medians of several runs, in a copy of the project, with full caches. */
export async function measureMinute(runs: number): Promise<readonly (readonly [step: string, seconds: number])[]> {
  const [project, store] = await Promise.all([copyProject(), temporaryFolder('store')]);
  const settings = { RELEASES: store, DATA_DIR: join(project, '.data'), PORT: '0' };
  const site = (...words: readonly string[]) =>
    commandOutput(project, settings, [process.execPath, join(project, siteProgram), ...words]);
  const several = async (run: (index: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let index = 0; index <= runs; index += 1) {
      const start = performance.now();
      await run(index);
      times.push((performance.now() - start) / 1000);
    }
    // The first one fills the caches.
    return median(times.slice(1));
  };
  try {
    const help = await several(() => site('--help'));
    await site('publish', 'shell', '--promote', '--no-browser');
    const publish = await several(async (index) => {
      await change(project, 'text', `Publication ${index}`);
      await site('publish', 'blog');
    });
    const list = await several(() => site('list'));
    const ready = await several(async () => {
      const program = startProgram(siteProgram, ['dev'], settings, project);
      await readyOrigin(program);
      void stopProgram(program);
      await program.exited;
    });
    return [
      ...(await measureSaves(project, settings, runs)),
      ['`npx site dev` until it is ready', ready],
      ['`npx site list`', list],
      ['`npx site --help`', help],
      ['`npx site publish blog`, after a change', publish],
    ];
  } finally {
    await Promise.all([project, store].map((folder) => rm(folder, { recursive: true, force: true })));
  }
}

/** From a saved file to the open page. */
async function measureSaves(project: string, settings: Record<string, string>, runs: number) {
  const program = startProgram(siteProgram, ['dev'], settings, project);
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: [...browserFlags] });
  try {
    const page = await browser.newPage();
    await page.goto(`${await readyOrigin(program)}/en/blog`);
    await page.waitForSelector(':root[data-hydrated]');
    const rows: [step: string, seconds: number][] = [];
    for (const name of Object.keys(changes)) {
      const times: number[] = [];
      for (let index = 0; index < runs; index += 1)
        times.push(await untilShown(page, project, name, `${name} ${index}`));
      rows.push([`a ${name} from saving to the page`, median(times)]);
    }
    return rows;
  } finally {
    await browser.close();
    await stopProgram(program);
  }
}

async function untilShown(page: Page, project: string, name: string, text: string): Promise<number> {
  await delay(checks);
  const shown = page.waitForFunction((wanted) => document.querySelector('h1')?.textContent.includes(wanted), text);
  const start = performance.now();
  await change(project, name, text);
  await shown;
  return (performance.now() - start) / 1000;
}

const originals = new Map<string, string>();

async function change(project: string, name: string, text: string): Promise<void> {
  const { file, from, to } = changes[name] as Change;
  const path = join(project, file);
  const original = originals.get(path) ?? (await readFile(path, 'utf8'));
  originals.set(path, original);
  await writeFile(path, original.replace(from, to(text)));
}

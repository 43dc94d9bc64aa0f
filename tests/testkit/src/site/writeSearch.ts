import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages } from './addresses.ts';

/** What the API of a remote from `writeSearch` finds: a title with what it was asked for. */
export const foundFor = (address: string) => {
  const asked = new URL(address, 'http://api').searchParams.get('q') ?? '';
  return [{ title: `Found: ${asked}` }];
};

/** Gives a remote from `writeEvents` a page that takes what visitors type, and asks the remote's own API for it. */
export async function writeSearch(remote: string): Promise<void> {
  const files: Readonly<Record<string, (text: string) => string>> = {
    'src/remote.ts': (text) =>
      text.replace(
        '    event: {',
        `    find: { source: './src/pages/find/page.ts', paths: 'events/find', search: { q: { max: 30 } } },
    event: {`,
      ),
    ...Object.fromEntries(languages.map((language) => [`locales/${language}.json`, withWords])),
    'src/pages/find/page.ts': () => pageModule,
    'src/pages/find/FindPage.tsx': () => component,
    'fixtures/events/find.json': () => JSON.stringify(foundFor('?q=a%20fixture')),
  };
  for (const [name, change] of Object.entries(files)) {
    const file = join(remote, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')));
  }
}

function withWords(text: string): string {
  const { routes, ...others } = JSON.parse(text);
  const words = { ...routes, find: { title: 'Find an event', description: 'All events of ours, by word.' } };
  return `${JSON.stringify({ ...others, find: { title: 'Find an event', word: 'Word', submit: 'Find' }, routes: words }, null, 2)}\n`;
}

const pageModule = `import { ApiError, definePage } from '@site/shared';
import { z } from 'zod';
import { strings } from '../../strings.ts';
import { FindPage, type FindPageData } from './FindPage.tsx';

// Compiled schemas need \`eval\`, which the site's pages don't have.
z.config({ jitless: true });

const events = z.array(z.object({ title: z.string() }));

export default definePage<FindPageData>({
  component: FindPage,
  strings: strings(['find']),
  load: async ({ api, query, signal }) => {
    const word = query.get('q');
    if (word === null) return { events: [] };
    try {
      return { events: await api.read(\`events/find.json?q=\${encodeURIComponent(word)}\`, events, { signal }) };
    } catch (error) {
      if (error instanceof ApiError) return { events: [] };
      throw error;
    }
  },
  head: (_data, translate, { query }) => {
    const word = query.get('q');
    return word === null ? {} : { title: \`\${translate('find.title')}: \${word}\` };
  },
});
`;

const component = `import { CheckList, PageHeader, type PageProps, pathOf, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';

/** What the page shows. */
export interface FindPageData {
  readonly events: readonly { readonly title: string }[];
}

/** The events with what a visitor types. */
export function FindPage({ data, query, language }: PageProps<FindPageData>) {
  const { t } = useTranslation('events');
  return (
    <>
      <PageHeader title={t('find.title')} />
      <Section first>
        <form role="search" method="get" action={pathOf('find', language)}>
          <label>
            {t('find.word')} <input type="search" name="q" maxLength={30} defaultValue={query.get('q') ?? ''} />
          </label>{' '}
          <button type="submit">{t('find.submit')}</button>
        </form>
        <CheckList items={data.events.map(({ title }) => title)} />
      </Section>
    </>
  );
}
`;

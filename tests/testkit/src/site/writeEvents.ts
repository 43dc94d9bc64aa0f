import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages } from './addresses.ts';

/** The version that the project has installed. */
const zod = '4.6.7';

/** What the API of a remote from `writeEvents` lists of its events' pages. */
export const sampleEntries = [
  { params: { id: 'open-house' }, lastModified: '2026-01-02', title: { en: 'Open house', fr: 'Portes ouvertes' } },
  {
    params: { id: 'talk' },
    languages: ['fr'],
    lastModified: '2026-01-03',
    title: 'Parlons de <mail>',
    summary: 'À 18 h & après',
  },
  { params: { id: '../contact' } },
] as const;

/** What the API of a remote from `writeEvents` answers to `events/upcoming.json`. */
export const sampleEvents = [{ title: 'Open house' }, { title: 'A talk about <mail>' }] as const;

/** Makes a new remote `events` read a list from its own API, with a fixture for development. */
export async function writeEvents(remote: string): Promise<void> {
  const page = 'src/pages/events';
  const files: Readonly<Record<string, (text: string) => string>> = {
    'package.json': (text: string) => {
      const manifest = JSON.parse(text);
      return JSON.stringify({ ...manifest, dependencies: { ...manifest.dependencies, zod } }, null, 2);
    },
    ...Object.fromEntries(languages.map((language) => [`locales/${language}.json`, withoutSteps])),
    'src/remote.ts': (text: string) =>
      text.replace(
        '  pages: {',
        `  apis: { events: { description: 'The fairs and talks that we go to' } },
  pages: {
    event: {
      source: './src/pages/events/page.ts',
      paths: 'events/:id',
      entries: { api: 'events', path: 'entries.json' },
      feed: true,
    },`,
      ),
    [`${page}/page.ts`]: () => pageModule,
    [`${page}/EventsPage.tsx`]: () => component,
    [`${page}/EventsPage.test.tsx`]: () => componentTest,
    'fixtures/events/upcoming.json': () => JSON.stringify([{ title: 'A day that is made up' }]),
  };
  for (const [name, change] of Object.entries(files)) {
    const file = join(remote, name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')));
  }
}

/** The page has a list from the API in place of the template's, and there is one of each event. */
function withoutSteps(text: string): string {
  const { page, routes, ...others } = JSON.parse(text);
  const { steps: _, ...shown } = page;
  const both = { ...routes, event: { title: 'Event', description: 'When, where, and who speaks.' } };
  return `${JSON.stringify({ page: shown, routes: both, ...others }, null, 2)}\n`;
}

const pageModule = `import { ApiError, definePage } from '@site/shared';
import { z } from 'zod';
import { strings } from '../../strings.ts';
import { EventsPage, type EventsPageData } from './EventsPage.tsx';

// Compiled schemas need \`eval\`, which the site's pages don't have.
z.config({ jitless: true });

const events = z.array(z.object({ title: z.string() }));

export default definePage<EventsPageData>({
  component: EventsPage,
  strings: strings(['page']),
  load: async ({ api, signal }) => {
    try {
      return { events: await api.read('events/upcoming.json', events, { signal }) };
    } catch (error) {
      // The page has more to say than its events.
      if (error instanceof ApiError) return { events: [] };
      throw error;
    }
  },
});
`;

const component = `import { CheckList, PageHeader, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';

/** What the page shows. */
export interface EventsPageData {
  readonly events: readonly { readonly title: string }[];
}

/** What the team does next. */
export function EventsPage({ data }: { readonly data: EventsPageData }) {
  const { t } = useTranslation('events');
  return (
    <>
      <PageHeader title={t('page.title')} lead={t('page.lead')} />
      <Section first>
        <CheckList items={data.events.map(({ title }) => title)} />
      </Section>
    </>
  );
}
`;

const componentTest = `import { expect, test } from '@rstest/core';
import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { screen } from '@testing-library/react';
import en from '../../../locales/en.json' with { type: 'json' };
import { EventsPage } from './EventsPage.tsx';

const renderInSite = siteRenderer({ namespace: 'events', catalogues: { en, fr: en, es: en } });

test('shows each event', () => {
  renderInSite(<EventsPage data={{ events: [{ title: 'A fair' }] }} />, 'en');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});
`;

import { expect, test } from '@rstest/core';
import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { fireEvent, screen } from '@testing-library/react';
import en from '../../../locales/en.json' with { type: 'json' };
import es from '../../../locales/es.json' with { type: 'json' };
import fr from '../../../locales/fr.json' with { type: 'json' };
import { EventsPage } from './EventsPage.tsx';

const renderInSite = siteRenderer({ namespace: 'events', catalogues: { en, fr, es } });
const event = { id: 'fair', title: 'A fair', day: '2027-03-09', place: 'Lille', about: '' };
const page = { language: 'en', params: {}, query: new URLSearchParams(), result: undefined } as const;

test('shows the events of a chosen day', () => {
  const other = { ...event, id: 'talk', title: 'A talk', day: '2027-03-10' };
  renderInSite(<EventsPage {...page} data={{ events: [event, other] }} />, 'en');
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: /10 March 2027/ }));
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('A talk');
});

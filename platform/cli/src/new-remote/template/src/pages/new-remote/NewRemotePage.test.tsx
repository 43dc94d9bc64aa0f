import { expect, test } from '@rstest/core';
import { languages } from '@site/shared';
import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { screen } from '@testing-library/react';
import en from '../../../locales/en.json' with { type: 'json' };
import es from '../../../locales/es.json' with { type: 'json' };
import fr from '../../../locales/fr.json' with { type: 'json' };
import { NewRemotePage } from './NewRemotePage.tsx';

const catalogues = { en, es, fr };
const renderInSite = siteRenderer({ namespace: 'new-remote', catalogues });

test.each(languages)('shows its texts in %s', (language) => {
  renderInSite(<NewRemotePage />, language);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(catalogues[language].page.title);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { languages } from '@site/shared';
import { cataloguesIn } from '@site/shared/testing/catalogues.ts';
import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import { screen } from '@testing-library/react';
import type messages from '../../../locales/en.json';
import { NewRemotePage } from './NewRemotePage.tsx';

const catalogues = cataloguesIn<typeof messages>(join(import.meta.dirname, '../../../locales'));
const renderInSite = siteRenderer({ namespace: 'new-remote', catalogues });

test.each(languages)('shows its texts in %s', (language) => {
  renderInSite(<NewRemotePage />, language);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(catalogues[language].page.title);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
});

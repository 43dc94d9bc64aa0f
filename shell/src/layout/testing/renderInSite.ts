import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import en from '../../../locales/en.json' with { type: 'json' };
import es from '../../../locales/es.json' with { type: 'json' };
import fr from '../../../locales/fr.json' with { type: 'json' };

/** The shell's texts in each language. */
export const catalogues = { en, fr, es };

/** Renders a part of the shell at an address, with the texts of a language. */
export const renderInSite = siteRenderer({ namespace: 'shell', catalogues });

import { siteRenderer } from '@site/shared/testing/renderInSite.tsx';
import en from '../../locales/en.json' with { type: 'json' };
import es from '../../locales/es.json' with { type: 'json' };
import fr from '../../locales/fr.json' with { type: 'json' };

/** Renders a part of a page as the shell would, with this remote's messages. */
export const renderInSite = siteRenderer({ namespace: 'blog', catalogues: { en, fr, es } });

import { useEffect } from 'react';
import { useNavigatedView } from '../navigation/useNavigatedView.ts';
import type { ViewLoader } from '../navigation/viewLoader.ts';
import type { View } from '../view/view.ts';
import { Site, type SiteTools } from './Site.tsx';

/** The site in a browser: it follows the visitor's navigation. */
export function NavigatedSite({ first, loader, api, i18n }: SiteTools & { first: View; loader: ViewLoader }) {
  const state = useNavigatedView(first, loader, i18n);
  // For `npm run bench`, and for whoever looks at a recorded visit.
  useEffect(() => void performance.mark('hydrated'), []);
  return <Site {...state} api={api} i18n={i18n} />;
}

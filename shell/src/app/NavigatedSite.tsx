import { useEffect } from 'react';
import { useNavigatedView } from '../navigation/useNavigatedView.ts';
import type { ViewLoader } from '../navigation/viewLoader.ts';
import type { View } from '../view/view.ts';
import { Site, type SiteTools } from './Site.tsx';

interface NavigatedSiteProps extends SiteTools {
  readonly first: View;
  readonly loader: ViewLoader;
  /** Called once, when the first view answers the visitor. */
  readonly onTakenOver: () => void;
}

/** The site in a browser: it follows the visitor's navigation. */
export function NavigatedSite({ first, loader, api, i18n, onTakenOver }: NavigatedSiteProps) {
  const state = useNavigatedView(first, loader, i18n);
  useEffect(onTakenOver, [onTakenOver]);
  return <Site {...state} api={api} i18n={i18n} />;
}

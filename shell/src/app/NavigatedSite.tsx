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
export function NavigatedSite({ first, loader, onTakenOver, ...tools }: NavigatedSiteProps) {
  const state = useNavigatedView(first, loader, tools.i18n);
  useEffect(onTakenOver, [onTakenOver]);
  return <Site {...state} {...tools} />;
}

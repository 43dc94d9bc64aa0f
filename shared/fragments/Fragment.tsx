import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import type { FragmentValues } from '../contract/fragment.ts';

/** A place for a fragment on a page. */
export interface FragmentPlaceProps {
  readonly name: string;
  readonly props: FragmentValues;
  readonly fallback: ReactNode;
}

/** How the shell shows fragments: on the server it leaves a hole, in browsers the owner's code runs there. */
export const FragmentPlace = createContext<ComponentType<FragmentPlaceProps> | undefined>(undefined);

/** The name of a fragment of the site. A remote adds its own to `SiteFragments`; those of other teams may be any. */
export type FragmentName = keyof SiteFragments | (string & {});

type ValuesOf<Name> = Name extends keyof SiteFragments
  ? SiteFragments[Name] extends { readonly props: infer Parameters }
    ? Readonly<Partial<Record<keyof Parameters & string, string>>>
    : Readonly<Record<string, never>>
  : FragmentValues;

interface FragmentElementProps<Name extends FragmentName> {
  readonly name: Name;
  /** What the fragment's remote declares in `props`. */
  readonly props?: ValuesOf<Name>;
  /** What stands there while nobody has the fragment, or it fails; default: nothing. */
  readonly fallback?: ReactNode;
}

/**
 * A fragment of any team in a block of its own, `<div data-fragment="name">`. The route policy says whose it is. It fails for itself:
 * then the page shows an earlier version of it, or the fallback.
 */
export function Fragment<Name extends FragmentName>({ name, props, fallback }: FragmentElementProps<Name>) {
  const Place = useContext(FragmentPlace);
  // Servers before version 1.3.0 have no fragments.
  return Place ? <Place name={name} props={{ ...props }} fallback={fallback} /> : fallback;
}

import tokens from '@site/company/tokens.json' with { type: 'json' };
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Specimens of one kind. */
export function Group({ title, children }: GroupProps) {
  return (
    <section className="group">
      <h2 className="group-title">{title}</h2>
      <div className="specimens">{children}</div>
    </section>
  );
}

interface SpecimenProps {
  /** What is shown, and in which state. */
  readonly label: string;
  /** A state to show without pointer or keyboard: see `forceStates`. */
  readonly state?: 'hover' | 'focus-visible' | 'active';
  /** Takes the full width. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** One component in one state. */
export function Specimen({ label, state, wide, children }: SpecimenProps) {
  return (
    <figure className={wide ? 'specimen specimen-wide' : 'specimen'} data-state={state}>
      <figcaption className="specimen-label">{label}</figcaption>
      <div className="specimen-stage">{children}</div>
    </figure>
  );
}

type ThemeName = 'light' | 'dark';

/** A column in one theme. The page's tokens follow the system's, so the column sets its own. */
export function Theme({ theme, children }: { readonly theme: ThemeName; readonly children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);

  useEffect(() => {
    for (const [name, value] of [...coloursOf(theme), ...shadowsOf(theme)])
      column.current?.style.setProperty(name, value);
  }, [theme]);

  const style: CSSProperties = { colorScheme: theme };
  return (
    <div ref={column} className="theme" style={style}>
      {children}
    </div>
  );
}

/** A colour of the design. */
interface Colour {
  readonly $value: string;
  readonly $extensions?: { readonly mode: { readonly dark: string } };
}

/** All colours, and the names that drawings have for them. */
function coloursOf(theme: ThemeName): [name: string, value: string][] {
  const colours = Object.entries<Colour>(tokens.color);
  const named: [string, Colour][] = [
    ...colours.map(([name, token]): [string, Colour] => [`--color-${name}`, token]),
    ...colours.map(([name, token]): [string, Colour] => [`--${name}`, token]),
    ...Object.entries<Colour>(tokens.illustration).map(([name, token]): [string, Colour] => [`--i-${name}`, token]),
  ];
  return named.map(([name, { $value, $extensions }]) => [
    name,
    theme === 'dark' && $extensions ? $extensions.mode.dark : $value,
  ]);
}

function shadowsOf(theme: ThemeName): [name: string, value: string][] {
  return Object.entries(tokens.shadow).flatMap(([name, token]) => {
    if (typeof token === 'string') return [];
    const light = token.$value.map((layer) => Object.values(layer).toReversed().join(' ')).join(', ');
    return [[`--shadow-${name}`, theme === 'dark' ? token.$extensions.mode.dark : light]];
  });
}

import tokens from '@site/shared/ui/tokens/tokens.json' with { type: 'json' };
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';

/**
 * A column in one theme. Colours follow `color-scheme` by themselves; shadows follow the visitor's system,
 * so that the dark column brings its own.
 */
export function Theme({ theme, children }: { readonly theme: 'light' | 'dark'; readonly children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);

  useEffect(() => {
    for (const [name, value] of shadowsOf(theme)) column.current?.style.setProperty(name, value);
  }, [theme]);

  const style: CSSProperties = { colorScheme: theme };
  return (
    <div ref={column} className="theme" style={style}>
      {children}
    </div>
  );
}

function shadowsOf(theme: 'light' | 'dark'): [name: string, value: string][] {
  return Object.entries(tokens.shadow).flatMap(([name, token]) => {
    if (typeof token === 'string') return [];
    const light = token.$value.map((layer) => Object.values(layer).toReversed().join(' ')).join(', ');
    return [[`--shadow-${name}`, theme === 'dark' ? token.$extensions.mode.dark : light]];
  });
}

import { type RefObject, useEffect, useRef } from 'react';

interface ClosingMenu {
  readonly menu: RefObject<HTMLDetailsElement | null>;
  readonly button: RefObject<HTMLElement | null>;
}

/** Closes a disclosure of the navigation bar on Escape, and when the focus goes on to what it hides. */
export function useClosingMenu(): ClosingMenu {
  const menu = useRef<HTMLDetailsElement>(null);
  const button = useRef<HTMLElement>(null);

  useEffect(() => {
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      button.current?.focus();
    };
    const closeWhenFocusLeaves = ({ target }: FocusEvent) => {
      // The bar with its logo stays in view above the open menu: both are one round of the Tab key.
      const bar = menu.current?.closest('header');
      if (menu.current?.open && target instanceof Node && !bar?.contains(target)) menu.current.open = false;
    };
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('focusin', closeWhenFocusLeaves);
    return () => {
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('focusin', closeWhenFocusLeaves);
    };
  }, []);

  return { menu, button };
}

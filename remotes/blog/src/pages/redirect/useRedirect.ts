import { limits } from '@site/shared';
import { useEffect, useEffectEvent } from 'react';
import { useCountdown } from './useCountdown.ts';

/** The redirect to an article, as its page shows it. */
export interface Redirect {
  /** Whole seconds left. */
  readonly left: number;
  /** Whether the visitor stays. */
  readonly stopped: boolean;
  readonly stop: () => void;
  /** Remembers that the visitor has been to the article. Call it when they follow a link there. */
  readonly leave: () => void;
}

/** In the state of the page's history entry: the visitor has been to the article, and coming back means to stay. */
const visitedState = 'articleVisited';

/**
 * Redirects when the time is over. A key, a touch or focus on a control pauses the countdown, and Escape stops it. A visitor who
 * comes back from the article stays.
 */
export function useRedirect(link: string | null, startsStopped: boolean): Redirect {
  const leave = () => window.history.replaceState({ ...window.history.state, [visitedState]: true }, '');
  const { left, stopped, stop, pause } = useCountdown({
    duration: limits.redirectDelay,
    startsStopped: startsStopped || link === null,
    onEnd: () => {
      leave();
      if (link) window.location.assign(link);
    },
  });

  const hold = useEffectEvent((event: Event) => {
    if (event instanceof KeyboardEvent && event.key === 'Escape') stop();
    // The heading takes the focus after a navigation: that is not the visitor's doing.
    else if (event.type !== 'focusin' || (event.target instanceof HTMLElement && event.target.tabIndex >= 0)) pause();
  });

  useEffect(() => {
    const resume = ({ persisted }: PageTransitionEvent) => persisted && stop();
    if (window.history.state?.[visitedState]) stop();
    for (const type of ['keydown', 'pointerdown', 'focusin']) document.addEventListener(type, hold);
    // The browser may have kept the whole page, with its clock.
    window.addEventListener('pageshow', resume);
    return () => {
      for (const type of ['keydown', 'pointerdown', 'focusin']) document.removeEventListener(type, hold);
      window.removeEventListener('pageshow', resume);
    };
  }, [stop]);

  return { left, stopped, stop, leave };
}

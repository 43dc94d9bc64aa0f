import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';

const second = 1000;

interface CountdownOptions {
  /** In milliseconds. */
  readonly duration: number;
  /** Whether it doesn't run at all. */
  readonly startsStopped?: boolean;
  /** Called when the time is over. */
  readonly onEnd: () => void;
}

interface Countdown {
  /** Whole seconds left; 0 when the time is over. */
  readonly left: number;
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
  readonly stop: () => void;
  /** Pauses the countdown for its whole duration, so that an active visitor isn't redirected. */
  readonly pause: () => void;
}

/**
 * Counts down from the first render and then calls `onEnd` once, unless it was stopped or unmounted before. It follows the
 * clock, not the number of ticks: browsers throttle the timers of hidden tabs.
 */
export function useCountdown({ duration, startsStopped = false, onEnd }: CountdownOptions): Countdown {
  const [left, setLeft] = useState(Math.ceil(duration / second));
  const [stopped, setStopped] = useState(startsStopped);
  const deadline = useRef(0);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (stopped) return;
    deadline.current = performance.now() + duration;
    let timer: ReturnType<typeof setTimeout>;
    const scheduleTick = (remaining: number) => {
      timer = setTimeout(tick, remaining % second || second);
    };
    const tick = () => {
      const remaining = deadline.current - performance.now();
      // During a pause, more time remains than the seconds shown.
      setLeft((shown) => Math.min(shown, Math.max(0, Math.ceil(remaining / second))));
      if (remaining > 0) scheduleTick(remaining);
      else end();
    };
    scheduleTick(duration);
    return () => clearTimeout(timer);
  }, [duration, stopped]);

  const stop = useCallback(() => setStopped(true), []);
  const pause = () => {
    deadline.current = performance.now() + duration + left * second;
  };
  return { left, stopped, stop, pause };
}

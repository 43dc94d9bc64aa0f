import { useEffect, useState } from 'react';

/** The id of the section that crosses the upper part of the window; the first one until the visitor scrolls. */
export function useSectionInView<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const [current, setCurrent] = useState(ids[0]);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const reached = ids.find((id) => entries.some((entry) => entry.isIntersecting && entry.target.id === id));
        if (reached) setCurrent(reached);
      },
      // A line at a quarter of the height: a section is current while it crosses it.
      { rootMargin: '-25% 0px -75% 0px' },
    );
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);

  return current;
}

/**
 * Calls back when a process has had so much time for itself. What it had to wait for a processor doesn't count: on a
 * machine with too much to do, pages are late that are not to blame.
 *
 * @param waited how long the process has waited for a processor since it began, in milliseconds
 * @param time in milliseconds
 * @returns a function that calls it off
 */
export function afterOwnTime(waited: () => number, time: number, callback: () => void): () => void {
  let counted = waited();
  let timer = setTimeout(look, time);

  function look(): void {
    const more = waited() - counted;
    counted += more;
    if (more < 1) callback();
    else timer = setTimeout(look, more);
  }

  return () => clearTimeout(timer);
}

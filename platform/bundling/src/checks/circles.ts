/** The files of the project that each file imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * Circles of files that import each other. Each repeats its first file at the end. If several circles share files, not all
 * are found: the rest appear once these are fixed.
 */
export function circlesIn(graph: ImportGraph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const follow = (file: string): void => {
    if (done.has(file)) return;
    const start = path.indexOf(file);
    if (start >= 0) return void circles.push([...path.slice(start), file]);
    path.push(file);
    for (const imported of graph.get(file) ?? []) follow(imported);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) follow(file);
  return circles;
}

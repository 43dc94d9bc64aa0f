import { readFileSync } from 'node:fs';

/**
 * Reads a file and derives something from its text, which stays known until the text changes: each description of a build asks
 * for every file of an app several times, and in development each save describes it again.
 */
export function perSource<Derived>(derive: (file: string, code: string) => Derived): (file: string) => Derived {
  const known = new Map<string, { readonly code: string; readonly derived: Derived }>();
  return (file) => {
    const code = readFileSync(file, 'utf8');
    const last = known.get(file);
    if (last?.code === code) return last.derived;
    const derived = derive(file, code);
    known.set(file, { code, derived });
    return derived;
  };
}

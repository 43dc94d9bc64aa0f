import { readdirSync, readFileSync } from 'node:fs';

/** The flag of a descriptor that programs don't inherit, as Linux shows it. */
const closeOnExec = 0o2000000;

/**
 * The open files and connections of the program that started this one, such as a shell or a service manager, which every program
 * that it starts would inherit: Node opens its own so that nobody does, and closes others only up to the first gap. Empty
 * outside Linux: macOS passes on nothing that isn't named.
 *
 * @param last the last one that every child gets anyway
 */
export function inheritedDescriptors(last: number): readonly number[] {
  try {
    return readdirSync('/proc/self/fd')
      .map(Number)
      .filter((descriptor) => descriptor > last && isInherited(descriptor));
  } catch {
    return [];
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = ''] = /^flags:\s+(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & closeOnExec) === 0;
  } catch {
    // It is the one of the folder that was just read.
    return false;
  }
}

/** Flags with which Node closes descriptors before it runs anything else. */
export function closing(descriptors: readonly number[]): readonly string[] {
  if (descriptors.length === 0) return [];
  const code = `import{closeSync}from"node:fs";for(const open of[${descriptors}])try{closeSync(open)}catch{}`;
  return [`--import=data:text/javascript,${encodeURIComponent(code)}`];
}

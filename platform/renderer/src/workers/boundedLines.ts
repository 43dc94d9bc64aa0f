const lineBreak = 0x0a;

/** Receives lines, without their breaks. */
interface LineListener {
  readonly onLine: (line: Buffer) => void;
  /** Is called once: no line comes after it. */
  readonly onTooLong: () => void;
}

/**
 * Takes the parts of a stream, however small, and calls back with its lines. It keeps no more than one line.
 *
 * @param limit the most bytes of a line
 */
export function boundedLines(limit: number, { onLine, onTooLong }: LineListener): (part: Buffer) => void {
  /** The line that has begun, in a buffer that doubles: a list of a million parts would need more memory than their bytes. */
  let begun = Buffer.alloc(0);
  let length = 0;
  let isTooLong = false;

  function keep(piece: Buffer): void {
    const needed = length + piece.length;
    if (needed > begun.length) begun = Buffer.concat([begun.subarray(0, length)], Math.max(needed, 2 * length));
    piece.copy(begun, length);
    length = needed;
  }

  function complete(piece: Buffer): Buffer {
    if (length === 0) return piece;
    keep(piece);
    const line = begun.subarray(0, length);
    begun = Buffer.alloc(0);
    length = 0;
    return line;
  }

  return (part) => {
    let rest = part;
    while (!isTooLong && rest.length > 0) {
      const end = rest.indexOf(lineBreak);
      const piece = end < 0 ? rest : rest.subarray(0, end);
      if (length + piece.length > limit) {
        isTooLong = true;
        begun = Buffer.alloc(0);
        onTooLong();
      } else if (end < 0) keep(piece);
      else onLine(complete(piece));
      rest = end < 0 ? rest.subarray(rest.length) : rest.subarray(end + 1);
    }
  };
}

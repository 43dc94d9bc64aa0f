const headerLength = 6;
const entryLength = 16;

/** An icon file with one square picture in it; browsers take a PNG there. */
export function toIco(png: Uint8Array, side: number): Buffer {
  const header = Buffer.alloc(headerLength + entryLength);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([side, side], headerLength);
  header.writeUInt16LE(1, headerLength + 4);
  header.writeUInt16LE(32, headerLength + 6);
  header.writeUInt32LE(png.length, headerLength + 8);
  header.writeUInt32LE(header.length, headerLength + 12);
  return Buffer.concat([header, png]);
}

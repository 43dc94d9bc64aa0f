/** The pixels of a picture, as from a canvas: red, green, blue and alpha, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** The corner of a square part of a picture. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/**
 * The places where a picture differs from its baseline. Small differences in how machines draw letters don't count: squares
 * are compared by their mean colour, strictly where they are plain and loosely where they have detail, and may be shifted by
 * one pixel. Brightness counts more than tint, which WebP smears, with each picture in other places. A square that only one
 * of the pictures has is a difference.
 *
 * Runs in a page, and must not use anything outside of itself.
 */
export function differencesOf(baseline: Pixels, actual: Pixels): Corner[] {
  const side = 4;
  const plainTolerance = 6;
  const detailTolerance = 0.15;
  const tintWeight = 0.3;
  const brightness = (red: number, green: number, blue: number) => 0.299 * red + 0.587 * green + 0.114 * blue;
  const channels = [
    brightness,
    (red: number, green: number, blue: number) => tintWeight * (red - brightness(red, green, blue)),
    (red: number, green: number, blue: number) => tintWeight * (blue - brightness(red, green, blue)),
  ];
  const shifts = [0, -1, 1].flatMap((y) => [0, -1, 1].map((x) => ({ x, y })));

  const valueAt = ({ width, data }: Pixels, x: number, y: number, channel: typeof brightness) => {
    const at = (y * width + x) * 4;
    return channel(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  };

  const read = (pixels: Pixels, place: Corner, channel: typeof brightness) => {
    const { width, height } = pixels;
    let [sum, count, least, most] = [0, 0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let y = Math.max(place.y, 0); y < Math.min(place.y + side, height); y += 1) {
      for (let x = Math.max(place.x, 0); x < Math.min(place.x + side, width); x += 1) {
        const value = valueAt(pixels, x, y, channel);
        sum += value;
        count += 1;
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    // Outside of the picture the mean is NaN, which equals nothing.
    return { mean: sum / count, range: most - least };
  };

  const areAlike = (at: Corner, shift: Corner) =>
    channels.every((channel) => {
      const one = read(actual, at, channel);
      const other = read(baseline, { x: at.x + shift.x, y: at.y + shift.y }, channel);
      const tolerance = plainTolerance + detailTolerance * Math.max(one.range, other.range);
      return Math.abs(one.mean - other.mean) <= tolerance;
    });

  const places: Corner[] = [];
  for (let y = 0; y < Math.max(baseline.height, actual.height); y += side) {
    for (let x = 0; x < Math.max(baseline.width, actual.width); x += side) {
      if (!shifts.some((shift) => areAlike({ x, y }, shift))) places.push({ x, y });
    }
  }
  return places;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  readonly canvas: Box;
  /** The size of a window with the wall around it. */
  readonly cell: { readonly width: number; readonly height: number };
  /** The number of windows and cells in each pattern. */
  readonly patterns: readonly { readonly windows: number; readonly cells: number }[];
  /** The areas that are filled with patterns. */
  readonly fields: readonly Box[];
  readonly darkCells: readonly Box[];
}

const numbers = (text = '') => [...text.matchAll(/-?[\d.]+/g)].map(Number);

/** The rectangles of path data. */
function boxesIn(data = ''): Box[] {
  return [...data.matchAll(/M(\S+) (\S+)h([\d.]+)v([\d.]+)h/g)].map((match) => {
    const [left = 0, top = 0, width = 0, height = 0] = match.slice(1).map(Number);
    return { left, top, width, height };
  });
}

function readDrawing(file: string): Drawing {
  const svg = readFileSync(join(import.meta.dirname, '../../illustrations', file), 'utf8');
  const [left = 0, top = 0, width = 0, height = 0] = numbers(svg.match(/viewBox="([^"]+)"/)?.[1]);
  const patterns = [...svg.matchAll(/<pattern [^>]*? width="(\d+)" height="(\d+)"[^>]*><path d="([^"]+)"/g)].map(
    ([, patternWidth, patternHeight, data]) => ({
      width: Number(patternWidth),
      height: Number(patternHeight),
      windows: boxesIn(data).length,
    }),
  );
  const cell = {
    width: Math.min(...patterns.map((pattern) => pattern.width)),
    height: Math.min(...patterns.map((pattern) => pattern.height)),
  };
  return {
    canvas: { left, top, width, height },
    cell,
    patterns: patterns.map((pattern) => ({
      windows: pattern.windows,
      cells: (pattern.width / cell.width) * (pattern.height / cell.height),
    })),
    fields: [...svg.matchAll(/<path d="([^"]+)" fill="url\(#/g)].flatMap(([, data]) => boxesIn(data)),
    darkCells: boxesIn(svg.match(/<path id="dark" d="([^"]+)"/)?.[1]),
  };
}

const overlap = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

const isWithin = (inner: Box, outer: Box) =>
  inner.left >= outer.left &&
  inner.top >= outer.top &&
  inner.left + inner.width <= outer.left + outer.width &&
  inner.top + inner.height <= outer.top + outer.height;

const cities = ['city-wide.svg', 'city-narrow.svg'];

test.each(cities)('%s has exactly ten thousand windows in view, one of them dark', (file) => {
  const { canvas, cell, patterns, fields, darkCells } = readDrawing(file);
  for (const { windows, cells } of patterns) expect(windows).toBe(cells);
  const windows = fields.reduce((sum, { width, height }) => sum + (width / cell.width) * (height / cell.height), 0);
  expect(windows).toBe(10_000);
  expect(fields.filter((field) => !isWithin(field, canvas))).toEqual([]);
  expect(darkCells).toHaveLength(1);
  expect(fields.filter((field) => darkCells.some((dark) => isWithin(dark, field)))).toHaveLength(1);
});

test.each(cities)('%s has no window that is cut off or drawn twice', (file) => {
  const { cell, fields, darkCells } = readDrawing(file);
  const ground = Math.max(...fields.map(({ top, height }) => top + height));
  for (const { left, top, width, height } of [...fields, ...darkCells]) {
    expect([left % cell.width, width % cell.width, (ground - top) % cell.height, height % cell.height]).toEqual([
      0, 0, 0, 0,
    ]);
  }
  const pairs = fields.flatMap((one, index) => fields.slice(index + 1).map((other) => [one, other] as const));
  expect(pairs.filter(([one, other]) => overlap(one, other))).toEqual([]);
});

import { expect, test } from '@rstest/core';
import { differencesOf, type Pixels } from './differencesOf.ts';

type Colour = readonly [red: number, green: number, blue: number];

const paper: Colour = [251, 250, 246];
const ink: Colour = [16, 38, 44];

/** Draws a picture, with the colour of each pixel from a function. */
function draw(colourAt: (x: number, y: number) => Colour, width = 64, height = 64): Pixels {
  const data = Array.from({ length: width * height }, (_, at) => [
    ...colourAt(at % width, Math.floor(at / width)),
    255,
  ]);
  return { width, height, data: data.flat() };
}

const box = (left: number, top: number) => (x: number, y: number) =>
  x >= left && x < left + 16 && y >= top && y < top + 16 ? ink : paper;

/** Rows of strokes, as small text has; `weight` is how dark a machine draws them. */
const text =
  (weight: number, top = 8) =>
  (x: number, y: number) => {
    const isStroke = y >= top && (y - top) % 12 < 6 && x % 3 === 0;
    return isStroke
      ? (paper.map((value, at) => value + ((ink[at] ?? 0) - value) * weight) as [number, number, number])
      : paper;
  };

const plain = (colour: Colour, width?: number, height?: number) => draw(() => colour, width, height);

const blank = plain(paper);

test('a picture equals itself', () => {
  for (const picture of [blank, draw(box(20, 20)), draw(text(1))]) expect(differencesOf(picture, picture)).toEqual([]);
});

test('letters may be darker or lighter, or shifted by one pixel', () => {
  expect(differencesOf(draw(text(0.8)), draw(text(0.95)))).toEqual([]);
  expect(differencesOf(draw(box(20, 20)), draw(box(21, 21)))).toEqual([]);
  expect(differencesOf(blank, plain(paper, 64, 65))).toEqual([]);
});

test('finds what is missing, at its place', () => {
  const places = differencesOf(draw(box(20, 20)), blank);
  expect(places).toHaveLength(16);
  expect(places[0]).toEqual({ x: 20, y: 20 });
  expect(differencesOf(draw(text(0.8)), blank).length).toBeGreaterThan(40);
});

test('finds what has moved', () => {
  expect(differencesOf(draw(box(20, 20)), draw(box(20, 23))).length).toBeGreaterThanOrEqual(8);
  expect(differencesOf(draw(text(0.8)), draw(text(0.8, 12))).length).toBeGreaterThan(40);
});

test('finds a slightly different background', () => {
  const limestone: Colour = [243, 240, 231];
  expect(differencesOf(blank, plain(limestone))).toHaveLength(256);
});

test('in a picture of another size, finds what is added or missing', () => {
  expect(differencesOf(blank, plain(paper, 64, 72)).length).toBeGreaterThanOrEqual(16);
  expect(differencesOf(blank, plain(paper, 56, 64)).length).toBeGreaterThanOrEqual(16);
});

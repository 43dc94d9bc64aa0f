/** A kite in one colour. */
export interface Kite {
  readonly sku: string;
  readonly id: string;
  readonly name: string;
  readonly range: 'fast' | 'calm';
  readonly colour: string;
  readonly isWarm: boolean;
}

export const kites: readonly Kite[] = [
  { sku: 'dart-red', id: 'dart', name: 'Dart, red', range: 'fast', colour: '#c0392b', isWarm: true },
  { sku: 'dart-blue', id: 'dart', name: 'Dart, blue', range: 'fast', colour: '#2a5d9f', isWarm: false },
  { sku: 'box-sand', id: 'box', name: 'Box, sand', range: 'calm', colour: '#c8a165', isWarm: true },
  { sku: 'box-green', id: 'box', name: 'Box, green', range: 'calm', colour: '#3c7a4e', isWarm: false },
  { sku: 'ray-red', id: 'ray', name: 'Ray, red', range: 'calm', colour: '#d9534f', isWarm: true },
  { sku: 'ray-blue', id: 'ray', name: 'Ray, blue', range: 'calm', colour: '#4a90c2', isWarm: false },
];

/** Other kites in colours that go with those of some. */
export function fitting(skus: string): readonly Kite[] {
  const some = kites.filter(({ sku }) => skus.split(',').includes(sku));
  const goesWith = (kite: Kite) =>
    some.some(({ isWarm }) => isWarm === kite.isWarm) && some.every(({ id }) => id !== kite.id);
  return (some.length > 0 ? kites.filter(goesWith) : kites).slice(0, 2);
}

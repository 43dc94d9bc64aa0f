/** The kites and their colours, the first one being shown unless another is asked for. */
export const variants: Readonly<Record<string, readonly (readonly [sku: string, colour: string])[]>> = {
  dart: [
    ['dart-red', '#c0392b'],
    ['dart-blue', '#2a5d9f'],
  ],
  box: [
    ['box-sand', '#c8a165'],
    ['box-green', '#3c7a4e'],
  ],
  ray: [
    ['ray-red', '#d9534f'],
    ['ray-blue', '#4a90c2'],
  ],
};

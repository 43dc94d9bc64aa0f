/** Outlines of the mark on its grid of 32 × 32: the gable, its lit window, and the window's bars. */
export const markShapes = {
  gable:
    'M14.6 2.5a2.2 2.2 0 0 1 2.8 0l11 9.3a2.4 2.4 0 0 1 .85 1.85V27A3 3 0 0 1 26.25 30H5.75a3 3 0 0 1-3-3V13.65c0-.72.3-1.4.85-1.85z',
  window: 'M9.5 30V19.2a6.5 6.5 0 0 1 13 0V30z',
  upright: 'M16 12.5V30',
  crossbar: 'M9.5 21.5h13',
} as const;

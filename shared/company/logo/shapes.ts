/** Outlines of the mark on its grid of 32 × 32: the gable, its lit window, and the window's bars. */
export const markShapes = {
  gable:
    'M14.6 2.5a2.2 2.2 0 0 1 2.8 0l11 9.3a2.4 2.4 0 0 1 .85 1.85V27A3 3 0 0 1 26.25 30H5.75a3 3 0 0 1-3-3V13.65c0-.72.3-1.4.85-1.85z',
  window: 'M9.5 30V19.2a6.5 6.5 0 0 1 13 0V30z',
  upright: 'M16 12.5V30',
  crossbar: 'M9.5 21.5h13',
} as const;

/**
 * Outline of the wordmark, after the display face (`opsz` 48, `wght` 720): change it together with `brand.product`. Few cubic
 * curves in relative steps, less than half a pixel from the face's own: 300 bytes less of every document.
 */
export const wordmark =
  'M9 0v-126h26v126zM49-42v-52h26v50c0 40 35 29 35-11v-39h26v94h-21v-32h-3c0 42-63 55-63-10zM234-63l-24 6c0-25-37-29-37 10s40 38 41 10l23 3c0 38-41 41-63 33s-28-33-27-45c0-67 87-61 87-17zM268-59l-23-5c0-36 84-54 84 10v42l1 12h-23l-1-24h-3c-10 36-61 36-61 0s63-25 61-40-28-19-35 5zM303-38v-10h4c-11 10-39 3-39 20s31 16 35-10zM342 0v-94h22v35h3c0-28 16-42 37-35l-1 28c-18-9-35 4-35 26v40zM412 0v-94h22v33h2c0-41 65-56 65 10v51h-26v-48c0-42-37-31-37 10v38zM598-42h-71v-14l54-1-7 8c0 0 3-17-7-24s-32-4-32 27 35 42 41 13l24 4c0 30-52 45-78 18s-10-86 34-85 45 40 42 54z';

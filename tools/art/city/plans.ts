import type { Building, CityPlan, Roof, Row, WindowStyle } from './CityPlan.ts';

type Tiers = Building['tiers'];

const building = (at: number, tiers: Tiers, roof: Roof, windows: WindowStyle): Building => ({
  at,
  tiers,
  roof,
  windows,
});

const far = (buildings: readonly Building[]): Row => ({
  walls: '--i-rack',
  roofs: '--night-line',
  light: 0.55,
  buildings,
});
const middle = (buildings: readonly Building[]): Row => ({
  walls: '--night-line',
  roofs: '--city-roof',
  light: 0.8,
  buildings,
});
const near = (buildings: readonly Building[]): Row => ({
  walls: '--city-roof',
  roofs: '--i-roof',
  light: 1,
  buildings,
});

/** 264 columns of windows. */
export const wideCity: CityPlan = {
  width: 1320,
  height: 540,
  cell: { width: 5, height: 7 },
  moon: { x: 254, y: 218, radius: 40 },
  skyline: [
    [70, 190],
    [50, 260],
    [80, 170],
    [60, 200],
    [40, 240],
    [110, 300],
    [50, 340],
    [90, 250],
    [70, 300],
    [60, 360],
    [120, 240],
    [60, 310],
    [80, 270],
    [50, 330],
    [90, 180],
    [70, 380],
    [60, 260],
    [110, 200],
  ],
  rows: [
    far([
      building(
        17,
        [
          [26, 38],
          [20, 14],
          [10, 8],
        ],
        'aerial',
        'floor',
      ),
      building(
        59,
        [
          [32, 42],
          [22, 8],
        ],
        'tank',
        'single',
      ),
      building(
        101,
        [
          [32, 44],
          [22, 16],
          [12, 7],
        ],
        'aerial',
        'pair',
      ),
      building(
        170,
        [
          [28, 40],
          [20, 16],
          [12, 7],
        ],
        'dome',
        'floor',
      ),
      building(
        218,
        [
          [32, 44],
          [22, 14],
        ],
        'tank',
        'single',
      ),
    ]),
    middle([
      building(2, [[22, 32]], 'tank', 'pair'),
      building(40, [[24, 36]], 'mansard', 'single'),
      building(79, [[26, 29]], 'dome', 'floor'),
      building(132, [[24, 34]], 'steps', 'pair'),
      building(197, [[24, 42]], 'gable', 'single'),
      building(239, [[22, 37]], 'aerial', 'floor'),
    ]),
    near([
      building(12, [[16, 17]], 'gable', 'single'),
      building(34, [[26, 13]], 'saw', 'pair'),
      building(65, [[20, 21]], 'steps', 'single'),
      building(91, [[24, 14]], 'mansard', 'floor'),
      building(120, [[22, 19]], 'chimneys', 'pair'),
      building(146, [[26, 23]], 'tank', 'single'),
      building(178, [[22, 13]], 'gable', 'pair'),
      building(204, [[20, 20]], 'steps', 'single'),
      building(228, [[32, 15]], 'chimneys', 'floor'),
    ]),
  ],
  remainder: { row: 0, building: 1 },
  trees: [20, 158, 312, 446, 592, 724, 880, 1010, 1130, 1306],
  lamps: [40, 316, 584, 884, 1126],
  dark: { column: 158, floor: 18, radius: 24, label: 216 },
  cat: { x: 252, y: 243 },
};

/** 133 columns of windows, taller than wide. */
export const narrowCity: CityPlan = {
  width: 400,
  height: 610,
  cell: { width: 3, height: 4 },
  moon: { x: 289, y: 322, radius: 19 },
  skyline: [
    [40, 330],
    [36, 420],
    [50, 300],
    [44, 390],
    [60, 400],
    [40, 440],
    [50, 255],
    [44, 430],
    [36, 330],
  ],
  rows: [
    far([
      building(
        3,
        [
          [32, 88],
          [22, 18],
          [10, 8],
        ],
        'aerial',
        'floor',
      ),
      building(
        41,
        [
          [30, 95],
          [18, 10],
        ],
        'tank',
        'single',
      ),
      building(104, [[28, 92]], 'dome', 'pair'),
    ]),
    middle([
      building(3, [[22, 72]], 'gable', 'pair'),
      building(32, [[26, 78]], 'mansard', 'single'),
      building(109, [[22, 75]], 'steps', 'floor'),
    ]),
    near([
      building(9, [[24, 38]], 'steps', 'single'),
      building(39, [[24, 48]], 'tank', 'pair'),
      building(68, [[32, 62]], 'flat', 'single'),
      building(105, [[22, 42]], 'gable', 'floor'),
    ]),
  ],
  remainder: { row: 0, building: 1 },
  trees: [16, 108, 196, 308, 394],
  lamps: [112, 310],
  dark: { column: 84, floor: 56, radius: 18, label: 200 },
  cat: { x: 289, y: 345 },
};

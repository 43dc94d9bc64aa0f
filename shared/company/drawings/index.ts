import festoon from './festoon.svg';
import houseBarcelona from './house-barcelona.svg';
import houseBethune from './house-bethune.svg';
import houseLondon from './house-london.svg';
import shopBarcelona from './shop-barcelona.svg';
import shopBethune from './shop-bethune.svg';
import shopLondon from './shop-london.svg';
import street from './street.svg';
import streetLights from './street-lights.svg';
import threeHouses from './three-houses.svg';

/** Addresses of the illustrations that remotes share. A site without any has `{}`. */
export const illustrations = {
  /** The layers of the street, 2400 × 406; the middle 1440 pixels are always visible. See `Street`. */
  street,
  streetLights,
  festoon,
  /** One house each, 336 × 370, 296 × 370 and 352 × 370. */
  houseLondon,
  houseBethune,
  houseBarcelona,
  /** Ground floors, 292 × 108. */
  shopLondon,
  shopBethune,
  shopBarcelona,
  /** The three houses side by side, 968 × 406. */
  threeHouses,
} as const;

export { Street } from './Street.tsx';

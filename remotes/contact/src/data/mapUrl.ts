import type { Office } from './offices.ts';

/** Half the width and height of the map, in degrees: about a quarter of an hour's walk around the office. */
const reach = { longitude: 0.018, latitude: 0.0075 };

/**
 * The address of an OpenStreetMap page, made to be embedded, with the office marked.
 *
 * @see https://wiki.openstreetmap.org/wiki/Export#Embeddable_HTML
 */
export function mapUrl({ latitude, longitude }: Office): string {
  const corners = [
    longitude - reach.longitude,
    latitude - reach.latitude,
    longitude + reach.longitude,
    latitude + reach.latitude,
  ];
  const url = new URL('https://www.openstreetmap.org/export/embed.html');
  url.searchParams.set('bbox', corners.map((degrees) => degrees.toFixed(4)).join(','));
  url.searchParams.set('layer', 'mapnik');
  url.searchParams.set('marker', `${latitude},${longitude}`);
  return url.href;
}

import type { OfficeId } from '@site/company/offices.ts';
import { type Fact, sample } from '@site/shared/facts.ts';

/** An office: where it is, and where a visitor books a meeting. Its city and country are in the catalogues. */
export interface Office {
  /** Street, postcode and city, as letters need them. */
  readonly address: Fact;
  readonly bookingUrl: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The offices. Addresses are samples, to be replaced before publication. */
export const offices: Readonly<Record<OfficeId, Office>> = {
  london: {
    address: sample('1 Example Street, London WC2N 0XX'),
    bookingUrl: 'https://calendly.com/lucarne-example/london',
    latitude: 51.5117,
    longitude: -0.1233,
  },
  bethune: {
    address: sample('1 rue de l’Exemple, 62400 Béthune'),
    bookingUrl: 'https://calendly.com/lucarne-example/bethune',
    latitude: 50.5303,
    longitude: 2.6408,
  },
  barcelona: {
    address: sample('Carrer de l’Exemple, 1, 08007 Barcelona'),
    bookingUrl: 'https://calendly.com/lucarne-example/barcelona',
    latitude: 41.3917,
    longitude: 2.1649,
  },
};

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
  const query = `bbox=${corners.map((degrees) => degrees.toFixed(4)).join()}&layer=mapnik&marker=${latitude},${longitude}`;
  return `https://www.openstreetmap.org/export/embed.html?${query}`;
}

/** The address of OpenStreetMap's own page, with the office marked. */
export const largerMapUrl = ({ latitude, longitude }: Office): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;

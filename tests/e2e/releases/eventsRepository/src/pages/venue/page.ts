import { ApiError, definePage } from '@site/shared';
import { hallSchema } from '../../schemas.ts';
import { strings } from '../../strings.ts';
import { VenuePage, type VenuePageData } from './VenuePage.tsx';

export default definePage<VenuePageData>({
  component: VenuePage,
  strings: strings(['venue']),
  load: async ({ api, signal }) => {
    try {
      return await api.read('events/hall.json', hallSchema, { signal });
    } catch (error) {
      if (error instanceof ApiError) return {};
      throw error;
    }
  },
});

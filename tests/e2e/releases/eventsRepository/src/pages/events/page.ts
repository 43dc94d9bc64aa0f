import { ApiError, definePage } from '@site/shared';
import { eventsSchema } from '../../schemas.ts';
import { strings } from '../../strings.ts';
import { EventsPage, type EventsPageData } from './EventsPage.tsx';

export default definePage<EventsPageData>({
  component: EventsPage,
  strings: strings(['page']),
  load: async ({ api, signal }) => {
    try {
      return { events: await api.read('events/upcoming.json', eventsSchema, { signal }) };
    } catch (error) {
      // The page has more to say than its events.
      if (error instanceof ApiError) return { events: undefined };
      throw error;
    }
  },
});

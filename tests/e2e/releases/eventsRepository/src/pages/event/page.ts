import { ApiError, definePage, PageNotFoundError } from '@site/shared';
import { type FormResult, formStrings } from '@site/shared/form/Form.tsx';
import { type Event, eventSchema } from '../../schemas.ts';
import { strings } from '../../strings.ts';
import { EventPage } from './EventPage.tsx';

export default definePage<Event | undefined, FormResult>({
  component: EventPage,
  strings: formStrings(strings(['event', 'form', 'fields', 'problems'])),
  load: async ({ api, params: { id = '' }, signal }) => {
    try {
      return await api.read(`events/${id}.json`, eventSchema, { signal });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) throw new PageNotFoundError(`the event ${id}`);
      return undefined;
    }
  },
  head: (event, translate, { result }) => ({
    ...(event && { title: event.title, description: event.about }),
    ...(result && { titlePrefix: translate('form.errorTitle') }),
  }),
});

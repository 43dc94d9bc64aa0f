import type { NewsRow } from '../database/schema.ts';
import { newsInput } from '../news/input.ts';
import en from './news.en.json' with { type: 'json' };
import es from './news.es.json' with { type: 'json' };
import fr from './news.fr.json' with { type: 'json' };

/** The news that a new site starts with. The files have the form that `news import` takes. */
export const sampleNews: readonly NewsRow[] = [...en, ...fr, ...es].map((item) => newsInput.parse(item));

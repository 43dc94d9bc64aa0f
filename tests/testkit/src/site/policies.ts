import { xsrf } from '@site/shared/contract/api.ts';
import { texts } from './texts.ts';

const topics = ['introduction', 'data', 'purpose', 'retention', 'recipients', 'cookies', 'rights', 'contact'] as const;

/** What the privacy policy says in each language, about some topics or as a whole, with ordinary spaces and hyphens. */
export const policies = (...about: readonly (typeof topics)[number][]): readonly string[] =>
  Object.values(texts).map(({ marketing: { privacy } }) =>
    (about.length > 0 ? about : topics)
      .map((topic) => privacy[topic].text)
      .join('\n')
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .replaceAll('\u2060', ''),
  );

/** A word in parentheses, such as (lang), is the name under which browsers keep something, if other languages have it, too. */
const [english = new Set<string>(), ...others] = policies().map(
  (text) => new Set([...text.matchAll(/\(([a-z]{2,})\)/g)].map(([, name = '']) => name)),
);

/** What browsers keep, according to the policy: the cookie of the form, and what it names in parentheses. */
export const keptByBrowsers = {
  inEveryLanguage: [xsrf.cookie, ...others.reduce((common, names) => common.intersection(names), english)],
  /** One test tells that a language lacks a name. The others needn't. */
  inAnyLanguage: [xsrf.cookie, ...others.reduce((all, names) => all.union(names), english)],
};

import { headMark } from '../head/head.ts';

/** Takes the tags out of their templates that were to wait for the paint. A navigation may have replaced them already. */
export function completeHead(): void {
  const templates = document.head.querySelectorAll<HTMLTemplateElement>(`template[${headMark}]`);
  for (const template of templates) template.replaceWith(template.content);
}

import { basename } from 'node:path';

/** What to replace in which module. */
const changes = {
  'buildLucideIconForReact.mjs': ['...params,', '...params, includeDefaultClasses: false,'],
  'defaultAttributes.mjs': ['xmlns: "http://www.w3.org/2000/svg",', ''],
};

/**
 * Rspack loader for two modules of lucide-react: leaves out what icons in HTML don't need, their namespace and a class with the
 * name of each.
 *
 * @this {import('@rspack/core').LoaderContext}
 * @param {string} script
 */
export default function plainIcons(script) {
  const [before, after] = changes[basename(this.resourcePath)];
  if (!script.includes(before))
    throw new Error(`${this.resourcePath} has changed: plain-icons.mjs doesn't find “${before}”.`);
  return script.replace(before, after);
}

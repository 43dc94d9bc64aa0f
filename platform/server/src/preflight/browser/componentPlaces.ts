import type { Page } from 'playwright-core';
import { componentsOf } from './watchPage.ts';

/**
 * The places of the components that rendered an element from `elementFaults`, as lines of a stack trace, the innermost first:
 * nothing else leads from an HTML element to its source.
 */
export async function componentPlaces(page: Page, index: number): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => scripts.set(scriptId, url));
  try {
    await session.send('Debugger.enable');
    const expression = `(${componentsOf.toString()})(window.preflight.elements[${index}])`;
    const { result } = await session.send('Runtime.evaluate', { expression });
    const functions = await propertiesOf(result.objectId);
    const places: string[] = [];
    for (const { name, value } of functions.result) {
      if (!/^\d+$/.test(name)) continue;
      const { internalProperties = [] } = await propertiesOf(value?.objectId);
      const place = internalProperties.find((property) => property.name === '[[FunctionLocation]]')?.value?.value as
        | { readonly scriptId: string; readonly lineNumber: number; readonly columnNumber: number }
        | undefined;
      // The protocol counts from 0, stack traces from 1.
      if (place) places.push(`at ${scripts.get(place.scriptId)}:${place.lineNumber + 1}:${place.columnNumber + 1}`);
    }
    return places;
  } finally {
    await session.detach();
  }

  async function propertiesOf(objectId = '') {
    return await session.send('Runtime.getProperties', { objectId, ownProperties: true });
  }
}

import recordedExports from '@site/shared/exports.json' with { type: 'json' };

/** The types of what the shell provides of react-i18next. */
const i18nTypes: Readonly<Record<string, string>> = {
  useTranslation: `import type { FlatNamespace, i18n, TFunction } from 'i18next';
  /** The texts of your remote in the active language. */
  export function useTranslation<Namespace extends FlatNamespace>(
    namespace: Namespace,
  ): { readonly t: TFunction<Namespace>; readonly i18n: i18n };`,
};

/**
 * Declares only what the shell provides of partly shared packages. A missing export is then a compile error, not an
 * undefined function in a browser.
 */
export function surfaceTypes(): string {
  const router = recordedExports['react-router-dom'].join(', ');
  const i18n = recordedExports['react-i18next'].map((name) => {
    const type = i18nTypes[name];
    if (type === undefined) throw new Error(`Add the type of ${name} of react-i18next to surfaceTypes.ts.`);
    return type;
  });
  return `declare module 'react-router-dom' {
  export { ${router}, type To } from 'react-router';
}

declare module 'react-i18next' {
  ${i18n.join('\n\n  ')}
}
`;
}

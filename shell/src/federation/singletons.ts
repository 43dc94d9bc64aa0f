import * as shared from '@site/shared';
import * as i18nSurface from '@site/shared/surface/react-i18next.ts';
import * as routerSurface from '@site/shared/surface/react-router-dom.ts';
import * as React from 'react';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import * as jsxRuntime from 'react/jsx-runtime';
import * as ReactDOM from 'react-dom';

/** The modules that remotes take from the shell, by import name. */
export const singletons: Readonly<Record<string, object>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react/jsx-dev-runtime': jsxDevRuntime,
  'react-dom': ReactDOM,
  'react-router-dom': routerSurface,
  'react-i18next': i18nSurface,
  '@site/shared': shared,
};

declare const SINGLETON_VERSIONS: Readonly<Record<string, string>>;

/** Version of each singleton, defined by the build. */
export const singletonVersions = SINGLETON_VERSIONS;

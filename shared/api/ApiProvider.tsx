import { createContext, type ReactNode, useContext } from 'react';
import type { ApiClient } from '../contract/api.ts';

const ApiContext = createContext<ApiClient | undefined>(undefined);

/** Provides the shell's API client to the components below. */
export function ApiProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

/**
 * The site's API client.
 *
 * @throws {Error} outside of an `ApiProvider`
 */
export function useApi(): ApiClient {
  const api = useContext(ApiContext);
  if (!api) throw new Error('useApi() was called outside of <ApiProvider>: render the page through the shell.');
  return api;
}

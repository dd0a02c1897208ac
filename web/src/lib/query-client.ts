import { QueryClient } from '@tanstack/react-query';
import { freshFor } from './constants.ts';

/** One client for the whole app. Nothing retries by itself (spec §9); offline, a call fails at once and says so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 0,
      staleTime: freshFor.list,
      networkMode: 'always',
      // What could not be had is asked for again; what is there would only move under the reader.
      refetchOnReconnect: ({ state }) => state.status === 'error' && state.data === undefined,
    },
    mutations: { retry: 0, networkMode: 'always' },
  },
});

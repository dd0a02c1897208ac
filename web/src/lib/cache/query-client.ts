import { QueryClient } from '@tanstack/react-query';
import { freshFor } from './fresh-for.ts';

/** One client for the whole app. No call retries by itself. Offline, a call fails at once with a message. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: 0,
      staleTime: freshFor.list,
      networkMode: 'always',
      // Only failed queries without data fetch again. New data would move the page under the reader.
      refetchOnReconnect: ({ state }) => state.status === 'error' && state.data === undefined,
    },
    mutations: { retry: 0, networkMode: 'always' },
  },
});

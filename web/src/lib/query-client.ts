import { QueryClient } from '@tanstack/react-query';
import { freshFor } from './constants.ts';

/** One client for the whole app. Nothing retries by itself (spec §9); offline, a call fails at once and says so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: 0, staleTime: freshFor.list, networkMode: 'always' },
    mutations: { retry: 0, networkMode: 'always' },
  },
});

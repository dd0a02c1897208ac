import type { OwnUser } from '@roost/contract/users';
import { createContext, use } from 'react';

/**
 * Filled by the gate from the cache's `['me']`. A context rather than a query of one's own, so that nothing
 * signed-in ever renders without a viewer, not even in the moment of signing out.
 */
export const ViewerContext = createContext<OwnUser | null>(null);

/** The signed-in user; kept current when the cache's `['me']` changes. Only below the gate. */
export function useViewer(): OwnUser {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error('useViewer is for pages of signed-in people.');
  return viewer;
}

export function useViewerId(): string {
  return useViewer()._id;
}

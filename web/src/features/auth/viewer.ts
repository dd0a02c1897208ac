import type { OwnUser } from '@roost/contract/users';
import { createContext, use } from 'react';

/**
 * The gate fills this context from the cached `['me']`. With a query, a signed-in component could render without a
 * viewer during a logout.
 */
export const ViewerContext = createContext<OwnUser | null>(null);

/** The signed-in user. It updates with the cached `['me']`. Call it only below the gate. */
export function useViewer(): OwnUser {
  const viewer = use(ViewerContext);
  if (!viewer) throw new Error('useViewer is for pages of signed-in people.');
  return viewer;
}

export function useViewerId(): string {
  return useViewer()._id;
}

import { useLocation, type Location, type NavigateOptions, type To } from 'react-router';
import { isPostId, postPath } from '../post-identity.ts';

/** What is looked at: the post, and which of its media, from 1. */
export interface ViewerTarget {
  postId: string;
  photo: number;
}

/** In the history's state of an entry with the viewer on top. */
interface OverPage {
  /** The key of the page's own entry; also says that going back leads there. */
  under: string;
}

/** Names the page itself, whether or not the viewer is open on top of it. */
export function pageKey({ key, state }: Location): string {
  return (state as OverPage | null)?.under ?? key;
}

/** Whether the viewer was opened from a page rather than by its address. */
export function isOverPage({ state }: Location): boolean {
  return (state as OverPage | null)?.under !== undefined;
}

export function viewerTarget({ pathname, search }: Location): ViewerTarget | undefined {
  const query = new URLSearchParams(search);
  const photo = Number(query.get('photo'));
  const postId = query.get('of') ?? /^\/home\/post\/([^/]+)\/?$/.exec(pathname)?.[1] ?? '';
  return Number.isInteger(photo) && photo > 0 && isPostId(postId) ? { postId, photo } : undefined;
}

/**
 * Leads to the viewer on top of the page one is on, which stays as it is; the address shown is the post's
 * own, so that it can be copied, opened elsewhere and reloaded.
 */
export function useViewerLink() {
  const location = useLocation();
  return ({ postId, photo }: ViewerTarget): { to: To } & NavigateOptions => {
    const own = `${postPath(postId)}?photo=${photo}`;
    const query = new URLSearchParams(location.search);
    query.set('of', postId);
    query.set('photo', String(photo));
    const isOnPage = location.pathname === postPath(postId);
    return {
      to: isOnPage ? own : `${location.pathname}?${query}`,
      ...(!isOnPage && { mask: own }),
      state: { under: pageKey(location) } satisfies OverPage,
      preventScrollReset: true,
    };
  };
}

/** The page without the viewer. */
export function pageOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  query.delete('of');
  query.delete('photo');
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

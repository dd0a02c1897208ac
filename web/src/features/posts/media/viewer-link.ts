import { currentLocation, type Location } from '../../../lib/router/location.ts';
import { navigate, useLocation, type NavigateOptions } from '../../../lib/router/router.tsx';
import { pageKey, type OverPage } from '../../../lib/page/page-key.ts';
import { paths, postIdIn } from '../../../paths.ts';
import { isPostId, toReply } from '../post-identity.ts';

/** Browsers ignore a step in the history after too many of them. */
const STEP_TIMEOUT_MS = 1_000;

/** A post, and the number of one of its media, from 1. */
export interface ViewerTarget {
  postId: string;
  photo: number;
}

/** Whether a page opened the viewer. Otherwise its address did. */
function isOverPage({ state }: Location): boolean {
  return (state as OverPage | null)?.under !== undefined;
}

export function viewerTarget({ pathname, search }: Location): ViewerTarget | undefined {
  const query = new URLSearchParams(search);
  const photo = Number(query.get('photo'));
  const postId = query.get('of') ?? postIdIn(pathname) ?? '';
  return Number.isInteger(photo) && photo > 0 && isPostId(postId) ? { postId, photo } : undefined;
}

/**
 * Link props that open the viewer on top of the current page. The address is the post's own, so people can copy, open
 * and reload it.
 */
export function useViewerLink() {
  const location = useLocation();
  return ({ postId, photo }: ViewerTarget): { to: string } & NavigateOptions => {
    const own = `${paths.post(postId)}?photo=${photo}`;
    const query = new URLSearchParams(location.search);
    query.set('of', postId);
    query.set('photo', String(photo));
    const isOnPage = location.pathname === paths.post(postId);
    return {
      to: isOnPage ? own : `${location.pathname}?${query}`,
      ...(!isOnPage && { mask: own }),
      state: { under: pageKey(location) } satisfies OverPage,
      preventScrollReset: true,
    };
  };
}

/** Returns the function that goes back to the page under the viewer. */
export function useLeaveViewer(): () => void {
  const location = useLocation();
  return () => {
    if (isOverPage(location)) navigate(-1);
    else navigate(pageOf(location), { replace: true, preventScrollReset: true });
  };
}

/**
 * Returns the function that leaves the viewer for the reply box of the page under it. Undefined where that is not the
 * post's own page.
 */
export function useReplyUnderViewer(postId: string): (() => void) | undefined {
  const location = useLocation();
  const own = paths.post(postId);
  if (location.pathname !== own || !isOverPage(location)) return undefined;
  return () => {
    // A replaced viewer would leave the page twice in the history.
    const focusBox = () => {
      const { pathname, key } = currentLocation();
      if (pathname !== own || key !== pageKey(location)) return;
      removeEventListener('popstate', focusBox);
      navigate(own, { replace: true, state: toReply, preventScrollReset: true });
    };
    addEventListener('popstate', focusBox, { signal: AbortSignal.timeout(STEP_TIMEOUT_MS) });
    navigate(-1);
  };
}

/** The path of the page without the viewer. */
function pageOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search);
  query.delete('of');
  query.delete('photo');
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

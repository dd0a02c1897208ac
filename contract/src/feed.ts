import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { onPost, post, postPage } from './posts.ts';
import { done, id, paging, success } from './wire.ts';

/** 'foryou' is ranked. 'following' lists the posts of followed people by time. */
export const feedTab = z.enum(['foryou', 'following']);

export type FeedTab = z.infer<typeof feedTab>;

/** An unknown value means the first tab. */
export const shownTab = feedTab.catch('foryou').optional().default('foryou');

export const getFeed = endpoint({
  method: 'GET',
  path: '/api/posts/feed',
  summary: 'The home feed',
  auth: 'member',
  limit: 'reads',
  /**
   * `since` is the `since` of the list that this one replaces. The posts newer than it stand first. With `list`, the feed has the posts of
   * the people on this list, by time, and ignores `tab` and `since`. An id of the wrong form is an unknown list.
   */
  query: paging.extend({
    tab: shownTab,
    since: id.optional(),
    list: z.string().max(100).optional(),
  }),
  response: success(
    z.object({
      posts: z.array(post),
      pagination: postPage,
      /** The creation time of the list, in the form of an id. Send it as `since` to count newer posts. */
      since: id,
    }),
  ),
});

/** The largest count of new posts. */
export const MAX_NEW_POSTS = 99;

/** The posts that a feed would show now and did not show before: their number, and the authors of the newest. */
export const newPosts = z.object({
  count: z.int().min(0).max(MAX_NEW_POSTS),
  /** Avatars of up to three authors, the newest post's first. Null for an author without a picture. */
  avatars: z.array(z.url().nullable()).max(3),
});

export type NewPosts = z.infer<typeof newPosts>;

export const countNewPosts = endpoint({
  method: 'GET',
  path: '/api/posts/feed/new',
  summary: 'How many posts a tab of the feed would show that are newer than `since`',
  auth: 'member',
  limit: 'reads',
  /** Only the time within `since` counts, so it need not be the id of a post. */
  query: z.object({ since: id, tab: shownTab }),
  response: success(newPosts),
});

export const showLess = endpoint({
  method: 'POST',
  path: '/api/posts/:postId/less',
  summary: 'Not this: For you leaves the post out, and its author and kind weigh less for 14 days',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  response: done,
});

export const undoShowLess = endpoint({
  method: 'DELETE',
  path: '/api/posts/:postId/less',
  summary: 'Take `less` back; again is a success that changes nothing',
  auth: 'member',
  limit: 'writes',
  params: onPost,
  response: done,
});

import { listLikers, listReposters } from '@roost/contract/engagers';
import { call } from '../../../lib/api/api.ts';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { pageOf, peoplePages } from '../../users/people-pages.query.ts';
import { userKeys } from '../../users/user-keys.ts';

export type EngagementKind = 'likes' | 'reposts';

const endpoints = { likes: listLikers, reposts: listReposters };

/** The people who like or reposted a post, the latest first. */
export const engagersQuery = (postId: string, kind: EngagementKind) =>
  peoplePages(userKeys.engagers(postId, kind), async (request) => {
    const input = { params: { postId }, ...request };
    // The page itself says that the post is missing.
    return pageOf((await call(endpoints[kind], input, { quiet: isNothingFound })).data);
  });

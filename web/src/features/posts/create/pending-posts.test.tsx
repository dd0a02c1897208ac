import { getFeed } from '@roost/contract/feed';
import { createPost, type Post } from '@roost/contract/posts';
import type { OwnUser } from '@roost/contract/users';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { samplePost, viewer } from '../../../../test/support/sample-posts.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { announceLogout, type LogoutReason } from '../../../lib/logout.ts';
import { meKey } from '../../auth/session.ts';
import { changeDraft } from '../../compose/drafts.ts';
import { outboxStore } from '../../compose/outbox/outbox.ts';
import { feedQueries } from '../post-lists.ts';
import { postDraftKey } from './post-draft-key.ts';
import { enqueuePost } from './post-outbox.ts';

type Success = ReturnType<typeof success<Post>>;

const TEXT = 'Nobody has this yet';

function signIn(user: OwnUser): void {
  localStorage.setItem('userId', user._id);
  queryClient.setQueryData(meKey, user);
}

/** The steps of `session.ts` at the end of a session. */
function signOut(reason: LogoutReason): void {
  localStorage.removeItem('userId');
  queryClient.setQueryData(meKey, null);
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== meKey[0] });
  announceLogout(reason);
}

const page = { currentPage: 1, totalPages: 1, hasMore: false, nextCursor: null, totalPosts: 0 };

async function loadFeed(): Promise<string[]> {
  server.answer(getFeed, () => success({ posts: [], pagination: page, since: sampleId('s') }));
  const { queryKey } = feedQueries.foryou();
  queryClient.removeQueries({ queryKey });
  await queryClient.fetchInfiniteQuery(feedQueries.foryou());
  const { pages } = queryClient.getQueryData(queryKey)!;
  return pages.flatMap(({ posts }) => posts.map(({ content }) => content));
}

function post(): void {
  changeDraft(postDraftKey(viewer._id, undefined), { text: TEXT });
  expect(enqueuePost(viewer._id, undefined)).toBe(true);
}

test('the feed of the next member has no waiting post of the former one', async () => {
  signIn(viewer);
  const answer = Promise.withResolvers<Success>();
  server.answer(createPost, async () => answer.promise);
  post();
  expect(await loadFeed()).toEqual([TEXT]);
  signOut('signedOut');
  expect(outboxStore.get()).toEqual([]);
  signIn({ ...viewer, _id: sampleId('next'), username: 'next' });
  expect(await loadFeed()).toEqual([]);
  answer.resolve(success(samplePost(sampleId('late'), { content: TEXT })));
  await answer.promise;
  expect(await loadFeed()).toEqual([]);
});

test('a post that the server stored after the session expired does not return', async () => {
  signIn(viewer);
  const answer = Promise.withResolvers<Success>();
  server.answer(createPost, async () => answer.promise);
  post();
  expect(await loadFeed()).toEqual([TEXT]);
  signOut('expired');
  answer.resolve(success(samplePost(sampleId('stored'), { content: TEXT })));
  await expect.poll(() => Object.keys(localStorage).filter(isBox)).toEqual([]);
  signIn(viewer);
  dispatchEvent(new Event('focus'));
  expect(await loadFeed()).toEqual([]);
  expect(outboxStore.get()).toEqual([]);
});

const isBox = (key: string) => key.startsWith('roost:outbox:');

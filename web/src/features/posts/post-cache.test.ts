import type { Media } from '@roost/contract/media';
import type { Post } from '@roost/contract/posts';
import { InfiniteQueryObserver, QueryClient, type InfiniteData } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { confirmOnTop, insertOnTop, patchPost, removePosts, type PostPage } from './post-cache.ts';
import { patchMedia } from './rare-post-changes.ts';
import { postKeys } from './post-keys.ts';
import { bob, samplePost, sampleRepost } from '../../../test/support/sample-posts.ts';

const original = samplePost('one');
let client: QueryClient;

function fill(key: readonly string[], ...pages: Post[][]): void {
  client.setQueryData<InfiniteData<PostPage>>(key, {
    pages: pages.map((posts) => ({ posts, nextCursor: null })),
    pageParams: pages.map((_, index) => index),
  });
}
const rows = (key: readonly string[]) =>
  client.getQueryData<InfiniteData<PostPage>>(key)!.pages.flatMap((page) => page.posts);
const ids = (key: readonly string[]) => rows(key).map((row) => row._id);
const like = (post: Post) => ({
  isLikedByCurrentUser: true,
  stats: { likeCount: post.stats.likeCount + 1 },
});

beforeEach(() => {
  client = new QueryClient();
  fill(postKeys.feed, [samplePost('zero'), sampleRepost('r1', original)], [original]);
  fill(postKeys.user(bob._id), [original]);
  client.setQueryData(postKeys.one('one'), original);
});

test('a patch reaches lists, the page, reposts and their mirrored fields', () => {
  patchPost(client, 'one', like);
  const [zero, repost, plain] = rows(postKeys.feed);
  expect(zero!.stats.likeCount).toBe(3);
  for (const found of [
    repost!,
    repost!.originalPost!,
    plain!,
    rows(postKeys.user(bob._id))[0]!,
    client.getQueryData<Post>(postKeys.one('one'))!,
  ]) {
    expect(found).toMatchObject({
      isLikedByCurrentUser: true,
      stats: { likeCount: 4, repostCount: 1 },
    });
  }
  expect(repost).toMatchObject({ _id: 'r1', isRepost: true, ownerid: { username: 'alice' } });
});

test('a new text also reaches the short form of a parent', () => {
  const parentPost = {
    _id: 'one',
    content: 'old',
    media: [],
    createdAt: original.createdAt,
    ownerid: bob,
  };
  fill(postKeys.feed, [samplePost('reply', { parentPost })]);
  patchPost(client, 'one', { content: 'new' });
  patchPost(client, 'one', like);
  expect(rows(postKeys.feed)[0]!.parentPost).toEqual({ ...parentPost, content: 'new' });
});

test('undo reverts only its own change, whatever came between', () => {
  const undoLike = patchPost(client, 'one', like);
  patchPost(client, 'one', { isBookmarkedByCurrentUser: true, stats: { likeCount: 10 } });
  undoLike();
  expect(rows(postKeys.feed)[1]!.originalPost).toMatchObject({
    isLikedByCurrentUser: false,
    isBookmarkedByCurrentUser: true,
    stats: { likeCount: 9 },
  });
});

test('undo skips a field that changed again', () => {
  const undo = patchPost(client, 'one', {
    content: 'mine',
    edits: { ...original.edits, isedited: true },
  });
  patchPost(client, 'one', { content: 'theirs' });
  undo();
  expect(client.getQueryData<Post>(postKeys.one('one'))).toMatchObject({
    content: 'theirs',
    edits: { isedited: false },
  });
});

test('data without the post keeps its reference and its age', () => {
  client.setQueryData(postKeys.one('zero'), samplePost('zero'), { updatedAt: 5 });
  const before = client.getQueryData(postKeys.one('zero'));
  patchPost(client, 'one', like);
  expect(client.getQueryData(postKeys.one('zero'))).toBe(before);
  patchPost(client, 'zero', like);
  expect(client.getQueryState(postKeys.one('zero'))!.dataUpdatedAt).toBe(5);
});

test('inserts on top once, and only in loaded lists', () => {
  const undo = insertOnTop(client, [postKeys.feed, postKeys.user('nobody')], samplePost('new'));
  insertOnTop(client, [postKeys.feed], samplePost('new'));
  expect(ids(postKeys.feed)).toEqual(['new', 'zero', 'r1', 'one']);
  expect(client.getQueryData(postKeys.user('nobody'))).toBeUndefined();
  undo();
  expect(ids(postKeys.feed)).toEqual(['zero', 'r1', 'one']);
});

test('a confirmed post replaces its temporary entry, even after a refetch', () => {
  insertOnTop(client, [postKeys.feed, postKeys.user(bob._id)], samplePost('temporary'));
  insertOnTop(client, [postKeys.user(bob._id)], samplePost('real'));
  confirmOnTop(client, [postKeys.feed, postKeys.user(bob._id)], 'temporary', samplePost('real'));
  expect(ids(postKeys.feed)).toEqual(['real', 'zero', 'r1', 'one']);
  expect(ids(postKeys.user(bob._id))).toEqual(['real', 'one']);
});

test('undo restores removed rows to their positions beside new ones', () => {
  const undo = removePosts(
    client,
    (row) => row.ownerid._id === bob._id || row.originalPost?.ownerid._id === bob._id,
  );
  expect(ids(postKeys.feed)).toEqual([]);
  expect(client.getQueryData(postKeys.one('one'))).toBeNull();
  insertOnTop(client, [postKeys.feed], samplePost('new'));
  undo();
  expect(ids(postKeys.feed)).toEqual(['zero', 'r1', 'one', 'new']);
  expect(client.getQueryData(postKeys.one('one'))).toEqual(original);
});

test('a removed ancestor becomes a placeholder, and undo restores it', () => {
  const above = { ancestors: [samplePost('root'), samplePost('middle'), original], hasGap: true };
  client.setQueryData(postKeys.ancestors('leaf'), above);
  const undo = removePosts(client, (row) => row._id === 'middle');
  expect(client.getQueryData(postKeys.ancestors('leaf'))).toEqual({
    ancestors: [
      above.ancestors[0],
      {
        _id: 'middle',
        isDeleted: true,
        content: '',
        media: [],
        ownerid: null,
        createdAt: samplePost('middle').createdAt,
        parentPost: null,
      },
      above.ancestors[2],
    ],
    hasGap: true,
  });
  undo();
  expect(client.getQueryData(postKeys.ancestors('leaf'))).toEqual(above);
});

test('a page that was already loading does not revert a change', async () => {
  const waiting: ((page: PostPage) => void)[] = [];
  const feed = new InfiniteQueryObserver<
    PostPage,
    Error,
    InfiniteData<PostPage>,
    readonly string[],
    string
  >(client, {
    queryKey: postKeys.feed,
    queryFn: () => new Promise<PostPage>((resolve) => waiting.push(resolve)),
    initialPageParam: '',
    getNextPageParam: () => 'next',
    staleTime: Infinity,
  });
  const stop = feed.subscribe(() => {});
  patchPost(client, 'zero', like);
  const loading = feed.fetchNextPage();
  const undo = patchPost(client, 'one', like);
  removePosts(client, (row) => row._id === 'zero');
  undo();
  patchPost(client, 'one', { isBookmarkedByCurrentUser: true });
  waiting[0]!({ posts: [samplePost('two')], nextCursor: null });
  await loading;
  expect(ids(postKeys.feed)).toEqual(['r1', 'one', 'two']);
  expect(rows(postKeys.feed)[1]).toMatchObject({
    isLikedByCurrentUser: false,
    isBookmarkedByCurrentUser: true,
    stats: { likeCount: 3 },
  });
  stop();
});

test('a processed video replaces its old form everywhere, with new keys', () => {
  const video: Media = {
    _id: 'film',
    url: 'http://localhost/film',
    type: 'video',
    status: 'processing',
    width: 640,
    height: 360,
    alt: '',
    placeholder: '',
  };
  const post = samplePost('p', { media: [video] });
  const client = new QueryClient();
  client.setQueryData(postKeys.feed, {
    pages: [{ posts: [post, sampleRepost('r', post)], nextCursor: null }],
    pageParams: [],
  });
  client.setQueryData(postKeys.one('p'), post);
  patchMedia(client, { ...video, status: 'ready', poster: 'http://localhost/poster' });
  const { pages } = client.getQueryData<{ pages: { posts: Post[] }[] }>(postKeys.feed)!;
  const [own, repost] = pages[0]!.posts;
  for (const shown of [
    own,
    repost,
    repost!.originalPost,
    client.getQueryData<Post>(postKeys.one('p')),
  ])
    expect(shown!.media).toEqual([
      { ...video, status: 'ready', poster: 'http://localhost/poster' },
    ]);
});

import type { Post } from '@roost/contract/posts';
import { expect, test } from 'vitest';
import { bob, samplePost } from '../../../../test/support/sample-posts.ts';
import { threadTree, type Branch } from './thread-tree.ts';
import type { ThreadPage } from './thread.query.ts';

function comment(name: string, parent: string): Post {
  const parentPost = {
    _id: parent,
    content: '',
    media: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    ownerid: bob,
  };
  return samplePost(name, { parentPost });
}

/** 'a<post' is a visible comment, '(a)<post' a placeholder. */
function page(...positions: string[]): ThreadPage {
  const all = positions.map((text) => {
    const [name = '', parentId = ''] = text.split('<');
    return { id: name.replace(/[()+]/g, ''), parentId, name };
  });
  return {
    posts: all
      .filter(({ name }) => !name.startsWith('('))
      .map(({ id, parentId }) => comment(id, parentId)),
    positions: all.map(({ id, parentId, name }) => ({ id, parentId, isCut: name.endsWith('+') })),
    nextCursor: null,
    notShown: 0,
  };
}

function drawn(branches: Branch[]): string {
  return branches
    .map(({ id, comment: seen, replies }) => {
      const name = seen ? id : `(${id})`;
      return replies.length > 0 ? `${name}[${drawn(replies)}]` : name;
    })
    .join(' ');
}

test('pages of positions become a tree in their order', () => {
  const pages = [page('a<post', 'a1<a', 'a2<a', 'a11<a1'), page('b<post', 'b1<b')];
  expect(drawn(threadTree('post', pages, []))).toBe('a[a1[a11] a2] b[b1]');
  expect(drawn(threadTree('a', pages, []))).toBe('a1[a11] a2');
});

test('a placeholder stays while a comment under it is visible', () => {
  const pages = [page('(a)<post', '(a1)<a', 'a11<a1', '(b)<post', '(b1)<b', 'c<post')];
  expect(drawn(threadTree('post', pages, []))).toBe('(a)[(a1)[a11]] c');
});

test('a comment removed from its page leaves a placeholder', () => {
  const whole = page('a<post', 'a1<a', 'b<post');
  const pages = [{ ...whole, posts: whole.posts.filter(({ _id }) => _id !== 'a' && _id !== 'b') }];
  expect(drawn(threadTree('post', pages, []))).toBe('(a)[a1]');
});

test('a new comment comes first under its parent, and only once', () => {
  const pages = [page('a<post', 'a1<a', 'mine<post')];
  const written = [comment('new', 'a'), comment('mine', 'post'), comment('elsewhere', 'other')];
  const tree = threadTree('post', pages, written);
  expect(drawn(tree)).toBe('mine a[new a1]');
  expect(tree.map(({ hasNewComment }) => hasNewComment)).toEqual([false, true]);
});

test('a page updates a new comment, which stays first', () => {
  const later = page('a<post', 'mine<post');
  const changed = later.posts.map((post) => ({ ...post, content: `${post._id}, edited` }));
  const written = [comment('mine', 'post')];
  const words = (pages: ThreadPage[]) =>
    threadTree('post', pages, written).map((branch) => branch.comment?.content);
  expect(words([page('a<post')])).toEqual(['What mine says', 'What a says']);
  expect(words([{ ...later, posts: changed }])).toEqual(['mine, edited', 'a, edited']);
});

test('a deleted new comment leaves a placeholder', () => {
  const written = [comment('mine', 'post')];
  expect(drawn(threadTree('post', [page('(mine)<post', 'answer<mine')], written))).toBe(
    '(mine)[answer]',
  );
});

test('reports branches with more replies than were loaded', () => {
  expect(threadTree('post', [page('a+<post', 'b<post')], []).map(({ isCut }) => isCut)).toEqual([
    true,
    false,
  ]);
});

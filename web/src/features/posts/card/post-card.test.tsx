import type { Post } from '@roost/contract/posts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { alice, bob, samplePost, sampleRepost } from '../../../../test/support/sample-posts.ts';
import { paths } from '../../../paths.ts';
import { PostCard } from './post-card.tsx';

const postId = sampleId('post');
const render = (post: Post) => renderApp(<PostCard post={post} position={1} total={-1} />);
const card = () => screen.getByRole('article');

test('a public post has no mark of its audience', () => {
  render(samplePost(postId, { content: 'Good morning' }));
  expect(card().textContent).toContain('Good morning');
  expect(screen.queryByRole('img', { name: 'Followers only' })).toBeNull();
});

test('a post for followers is marked', () => {
  render(samplePost(postId, { visibility: 'followers' }));
  screen.getByRole('img', { name: 'Followers only' });
});

test('an edited post says so', () => {
  const { edits } = samplePost(postId);
  const editedAt = '2026-01-01T00:05:00.000Z';
  render(samplePost(postId, { edits: { ...edits, isedited: true, editedAt } }));
  screen.getByText('Edited');
});

test.each([
  [true, false],
  [true, true],
  [false, false],
])('with links disabled: %s, and a follow of the author: %s', (areDisabled, isFollowing) => {
  const { ownerid } = samplePost(postId);
  const author = {
    ...ownerid,
    isFollowingByCurrentUser: isFollowing,
    ...(areDisabled && { linksDisabled: true as const }),
  };
  render(samplePost(postId, { content: 'See https://example.org/a', ownerid: author }));
  const arePlain = areDisabled && !isFollowing;
  expect(screen.queryAllByRole('link', { name: 'example.org/a' })).toHaveLength(arePlain ? 0 : 1);
  expect(card().textContent).toContain('example.org/a');
  expect(screen.queryAllByText(/Links of new accounts/)).toHaveLength(arePlain ? 1 : 0);
});

test('a repost names who reposted, above the author', () => {
  const carol = { ...alice, _id: sampleId('carol'), username: 'carol', fullName: 'Carol' };
  render(sampleRepost(sampleId('repost'), samplePost(postId), carol));
  const reposter = screen.getByRole('link', { name: 'Carol reposted' });
  expect(reposter.getAttribute('href')).toBe(paths.profile('carol'));
  screen.getByRole('link', { name: 'bob' });
});

test('the viewer’s own repost says “You reposted”', () => {
  render(sampleRepost(sampleId('repost'), samplePost(postId), alice));
  screen.getByText('You reposted');
});

test('a reply names whom it answers', () => {
  const parentPost = {
    _id: sampleId('parent'),
    content: 'Question',
    media: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    ownerid: { _id: alice._id, username: 'alice', fullName: 'Alice', avatar: null },
  };
  render(samplePost(postId, { parentPost }));
  expect(card().textContent).toMatch(/Replying to @alice/);
});

test('links, hashtags and mentions of existing people lead somewhere', () => {
  render(
    samplePost(postId, {
      content: 'See #birds with @alice and @nobody at https://example.org/a',
      mentions: ['alice'],
    }),
  );
  const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(target('#birds')).toBe(paths.searchFor('#birds'));
  expect(target('@alice')).toBe(paths.profile('alice'));
  expect(target('example.org/a')).toBe('https://example.org/a');
  expect(screen.queryByRole('link', { name: '@nobody' })).toBeNull();
});

test('a press on the card opens the post', async () => {
  const { user } = render(samplePost(postId, { content: 'Good morning' }));
  await user.click(screen.getByText('Good morning'));
  await waitFor(() => expect(location.pathname).toBe(paths.post(postId)));
});

test('Enter on the card opens the post', async () => {
  const { user } = render(samplePost(postId));
  card().focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe(paths.post(postId)));
});

test('the name of the author leads to the profile', async () => {
  const { user } = render(samplePost(postId));
  await user.click(screen.getByRole('link', { name: 'bob' }));
  await waitFor(() => expect(location.pathname).toBe(paths.profile(bob.username)));
});

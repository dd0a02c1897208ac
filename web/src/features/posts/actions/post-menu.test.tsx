import { follow } from '@roost/contract/relations';
import { deletePost, editPost, pinPost } from '@roost/contract/posts';
import { getLimits } from '@roost/contract/users';
import { AppError } from '@roost/contract/errors';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { profileKey } from '../../users/profile/profile.query.ts';
import { CachedPost } from '../../../../test/support/cached-post.tsx';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { alice, bob, samplePost } from '../../../../test/support/sample-posts.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import { reportRequest } from '../../users/reports/report-request.ts';
import { PostMenu } from './post-menu.tsx';

const postId = sampleId('post');
const editvalidtill = new Date(Date.now() + 5 * 60_000).toISOString();
const own = samplePost(postId, { ownerid: alice, content: 'Old words' });
const editable = { ...own, edits: { ...own.edits, editvalidtill } };

async function choose(post: typeof own, item: string) {
  const { user } = renderApp(
    <CachedPost post={post}>
      {(now) => (
        <>
          <p>{now.content}</p>
          <PostMenu post={now} />
        </>
      )}
    </CachedPost>,
  );
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
  return user;
}

test('a post of another person offers to follow and to block them', async () => {
  const { user } = renderApp(<PostMenu post={samplePost(postId)} />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Follow @bob' });
  screen.getByRole('menuitem', { name: 'Block @bob' });
  expect(screen.queryByRole('menuitem', { name: 'Delete Post' })).toBeNull();
});

test('Follow follows the author', async () => {
  const asked = server.answer(follow, () => success({ following: true, requested: false }));
  await choose(samplePost(postId), 'Follow @bob');
  await expect.poll(() => asked.mock.lastCall?.[0].params).toEqual({ userId: bob._id });
});

test('Block asks first, and Cancel blocks nobody', async () => {
  const user = await choose(samplePost(postId), 'Block @bob');
  await screen.findByRole('alertdialog', { name: 'Block @bob' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

test('Report asks for the report dialog, and an own post has no such item', async () => {
  const user = await choose(samplePost(postId), 'Report post');
  await expect
    .poll(reportRequest.get)
    .toMatchObject({ subject: { type: 'post', _id: postId }, person: { _id: bob._id } });
  cleanup();
  renderApp(<PostMenu post={own} />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Delete Post' });
  expect(screen.queryByRole('menuitem', { name: 'Report post' })).toBeNull();
});

describe('a deletion', () => {
  const parentPost = {
    _id: sampleId('parent'),
    ownerid: bob,
    content: 'Question',
    media: [],
    createdAt: '2026-01-01T00:00:00.000Z',
  };

  async function confirm(post = own) {
    const user = await choose(post, 'Delete Post');
    await screen.findByText('Are you sure you want to delete this post?');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Post deleted.');
    return user;
  }

  test('asks first, hides the post at once, and is sent as soon as the page hides', async () => {
    const asked = server.answer(deletePost, () => done('Post deleted.'));
    await confirm();
    expect(screen.queryByText('Old words')).toBeNull();
    expect(asked).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('beforeunload'));
    await expect.poll(() => asked.mock.lastCall?.[0].params).toEqual({ postId });
    window.dispatchEvent(new Event('pagehide'));
    expect(asked).toHaveBeenCalledOnce();
  });

  test('is never sent after Undo, which brings the post back', async () => {
    const asked = server.answer(deletePost, () => done('Post deleted.'));
    const user = await confirm();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Old words', { selector: 'p' });
    window.dispatchEvent(new Event('pagehide'));
    await user.click(await screen.findByRole('button', { name: 'More' }));
    expect(asked).not.toHaveBeenCalled();
  });

  test.each([
    ['a post', own, 21],
    ['a post that its author has reposted', { ...own, isRepostedByCurrentUser: true }, 20],
    ['a comment', samplePost(postId, { ownerid: alice, content: 'Old words', parentPost }), 22],
  ])(
    'of %s changes the number of posts of the profile at once, and Undo changes it back',
    async (_, post, left) => {
      const key = profileKey(alice.username);
      const number = () => queryClient.getQueryData<{ postsCount: number }>(key)?.postsCount;
      queryClient.setQueryData(key, { ...alice, postsCount: 22 });
      const user = await confirm(post);
      expect(number()).toBe(left);
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      await expect.poll(number).toBe(22);
    },
  );
});

test('an edit shows its new words, and how much is left', async () => {
  server.answer(getLimits, sampleLimits);
  server.answer(editPost, ({ body: { content } }) => success({ ...editable, content }));
  const user = await choose(editable, 'Edit Post');
  const box = await screen.findByLabelText('Post text');
  screen.getByText('3 edits left');
  await user.clear(box);
  await user.type(box, 'New words');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByText('New words');
});

test('a refused edit stays in the box, and the post has its old words again', async () => {
  server.answer(getLimits, sampleLimits);
  server.answer(editPost, () => {
    throw new AppError('edit_closed');
  });
  const user = await choose(editable, 'Edit Post');
  await user.type(await screen.findByLabelText('Post text'), ' and more');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Editing window closed or no chances left.');
  screen.getByText('Old words', { selector: 'p' });
});

test('an edit without text is refused at the box, which gets the focus', async () => {
  server.answer(getLimits, sampleLimits);
  const asked = server.answer(editPost, () => success(editable));
  const user = await choose(editable, 'Edit Post');
  await user.clear(await screen.findByLabelText('Post text'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const { textContent: problem } = await screen.findByRole('alert');
  const box = screen.getByLabelText('Post text');
  expect(document.activeElement).toBe(box);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  await user.type(box, 'New words');
  expect(screen.queryByText(problem)).toBeNull();
  expect(box.hasAttribute('aria-invalid')).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});

test('a closed window cannot be edited', async () => {
  server.answer(getLimits, sampleLimits);
  await choose(own, 'Edit Post');
  await screen.findByText('Editing window closed or no chances left.');
  expect(screen.getByRole('button', { name: 'Save' }).hasAttribute('disabled')).toBe(true);
});

test('an own post can be pinned, and the menu then offers the opposite', async () => {
  const asked = server.answer(pinPost, () => done('Pinned to your profile.'));
  const user = await choose(own, 'Pin to profile');
  await screen.findByText('Pinned to your profile.');
  expect(asked.mock.lastCall?.[0].params).toEqual({ postId });
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Unpin' });
});

test('a pin that the server refuses is taken back', async () => {
  server.answer(pinPost, () => {
    throw new AppError('forbidden', { message: 'You can pin only your own posts.' });
  });
  const user = await choose(own, 'Pin to profile');
  await screen.findByText('You can pin only your own posts.');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menuitem', { name: 'Pin to profile' });
});

test('comments and posts of other people cannot be pinned', async () => {
  const { _id, content, media, createdAt, ownerid } = samplePost(sampleId('parent'));
  for (const post of [
    { ...own, parentPost: { _id, content, media, createdAt, ownerid } },
    samplePost(postId),
  ]) {
    const { user } = renderApp(<PostMenu post={post} />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    await screen.findAllByRole('menuitem');
    expect(screen.queryByRole('menuitem', { name: 'Pin to profile' })).toBeNull();
    cleanup();
  }
});

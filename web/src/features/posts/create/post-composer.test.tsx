import { AppError } from '@roost/contract/errors';
import { createPost } from '@roost/contract/posts';
import { getLimits, getPrivacy } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { samplePrivacy } from '../../../../test/support/sample-privacy.ts';
import { samplePost, viewer } from '../../../../test/support/sample-posts.ts';
import { announceLogout } from '../../../lib/logout.ts';
import { draftOf } from '../../compose/drafts.ts';
import { postDraftKey } from './post-draft-key.ts';
import { PostComposer } from './post-composer.tsx';

const box = () => screen.getByLabelText<HTMLTextAreaElement>(/^(Post|Reply) text$/);
const created = () =>
  server.answer(createPost, ({ body: { content } }) =>
    success(samplePost(sampleId('new'), { content }), 'Post created successfully!'),
  );

beforeEach(() => {
  server.answer(getLimits, sampleLimits);
  // For the hint beside the audience.
  server.answer(getPrivacy, () => success(samplePrivacy));
});

test('a post is published to everyone, and the box is empty again', async () => {
  const asked = created();
  const { user } = renderApp(<PostComposer />);
  await user.type(box(), 'Good morning');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Post created successfully!');
  expect(asked.mock.lastCall?.[0].body).toMatchObject({
    content: 'Good morning',
    visibility: 'public',
  });
  expect(box().value).toBe('');
});

test('the chosen audience goes with the post', async () => {
  const asked = created();
  const { user } = renderApp(<PostComposer />);
  await user.click(screen.getByRole('radio', { name: 'Followers' }));
  await user.type(box(), 'Only for you');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await expect.poll(() => asked.mock.lastCall?.[0].body.visibility).toBe('followers');
});

test('an empty post is refused with its reason, which goes with the first letter', async () => {
  const { user } = renderApp(<PostComposer />);
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Post must have either content or media.');
  await user.type(box(), 'A');
  expect(screen.queryByText('Post must have either content or media.')).toBeNull();
});

test('the text that is too long is refused, and the counter shows by how much', async () => {
  const { user } = renderApp(<PostComposer />);
  await user.click(box());
  await user.paste('a'.repeat(502));
  await screen.findByText('-2');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Use at most 500 characters.');
});

test('a refused post comes back into the box, and a toast says why', async () => {
  server.answer(createPost, () => {
    throw new AppError('rate_limited');
  });
  const { user } = renderApp(<PostComposer />);
  await user.type(box(), 'Good morning');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText(/^Too many requests\./);
  expect(box().value).toBe('Good morning');
});

test('Ctrl+Enter publishes, and a dialog learns that it can close', async () => {
  created();
  const onSent = vi.fn();
  const { user } = renderApp(<PostComposer onSent={onSent} />);
  await user.type(box(), 'Good morning');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
});

test('a reply has no choice of audience, and names its post', async () => {
  const asked = created();
  const to = samplePost(sampleId('question'));
  const { user } = renderApp(<PostComposer reply={{ box: null, to }} />);
  expect(screen.queryByRole('radio')).toBeNull();
  await user.type(box(), 'An answer');
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await expect.poll(() => asked.mock.lastCall?.[0].body.parentPost).toBe(to._id);
});

test('a post that is published while the session ends does not return to the box', async () => {
  const held = Promise.withResolvers<void>();
  const asked = server.answer(createPost, async ({ body: { content } }) => {
    await held.promise;
    return success(samplePost(sampleId('new'), { content }));
  });
  const { user } = renderApp(<PostComposer />);
  await user.type(box(), 'Good morning');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  announceLogout('expired');
  held.resolve();
  await expect
    .poll(() => draftOf(postDraftKey(viewer._id)))
    .toMatchObject({ text: '', sending: undefined });
});

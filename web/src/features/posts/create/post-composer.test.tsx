import { AppError } from '@roost/contract/errors';
import { describeMedia, uploadMedia } from '@roost/contract/media';
import { createPost, deletePost } from '@roost/contract/posts';
import { getLimits, getPrivacy } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { answerDrafts } from '../../../../test/support/draft-page.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import { samplePrivacy } from '../../../../test/support/sample-privacy.ts';
import { samplePost, viewer } from '../../../../test/support/sample-posts.ts';
import { announceLogout } from '../../../lib/logout.ts';
import { useStore } from '../../../lib/store.ts';
import { attachmentOf, changeAttachments } from '../../compose/attachments/attachments.ts';
import { draftOf } from '../../compose/drafts.ts';
import { outboxStore } from '../../compose/outbox/outbox.ts';
import { countStored } from '../../compose/outbox/outbox-storage.ts';
import { temporaryId } from '../post-identity.ts';
import { PendingState } from './pending-state.tsx';
import { postDraftKey } from './post-draft-key.ts';
import { PostComposer } from './post-composer.tsx';

const box = () => screen.getByLabelText<HTMLTextAreaElement>(/^(Post|Reply) text$/);
const created = () =>
  server.answer(createPost, ({ body: { content } }) =>
    success(samplePost(sampleId('new'), { content }), 'Post created successfully!'),
  );

afterEach(() => announceLogout('signedOut'));
beforeEach(() => {
  // A slow test writes for longer than the pause after which a text is saved.
  answerDrafts();
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

const descriptionOf = (box: Element) =>
  (box.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test('the text that is too long is refused, and the counter shows by how much', async () => {
  const { user } = renderApp(<PostComposer />);
  await user.click(box());
  await user.paste('a'.repeat(502));
  await screen.findByText('-2');
  await screen.findByText('2 characters too many');
  expect(descriptionOf(box())).toContain('2 characters too many');
  await user.click(screen.getByRole('button', { name: 'Post' }));
  await screen.findByText('Use at most 500 characters.');
});

test('Post waits for files that were chosen just before, and then asks for their alt texts', async () => {
  const held = Promise.withResolvers<void>();
  server.answer(getLimits, async () => {
    await held.promise;
    return sampleLimits();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:robin');
  const robin = sampleMedia('robin');
  server.answer(uploadMedia, () => success(robin));
  const asked = created();
  const { user, container } = renderApp(<PostComposer />);
  await user.type(box(), 'Good morning');
  const input = container.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['robin'], 'robin.png', { type: 'image/png' }));
  await user.click(screen.getByRole('button', { name: 'Post' }));
  held.resolve();
  const without = await screen.findByRole('button', { name: 'Post without' });
  expect(asked).not.toHaveBeenCalled();
  await user.click(without);
  await expect.poll(() => asked.mock.lastCall?.[0].body.mediaIds).toEqual([robin._id]);
  await screen.findByText('Post created successfully!');
});

/** The composer, and the state of what waits in the outbox. */
function ComposerAndOutbox() {
  const items = useStore(outboxStore);
  return (
    <>
      <PostComposer />
      {items.map(({ clientId }) => (
        <article key={clientId}>
          <PendingState postId={temporaryId(clientId)} />
        </article>
      ))}
    </>
  );
}
const button = (name: string) => screen.findByRole('button', { name });

test('a refused post says why, and Try again sends it', async () => {
  let tries = 0;
  const asked = server.answer(createPost, ({ body: { content } }) => {
    tries += 1;
    if (tries === 1) throw new AppError('rate_limited');
    return success(samplePost(sampleId('new'), { content }), 'Post created successfully!');
  });
  const { user } = renderApp(<ComposerAndOutbox />);
  await user.type(box(), 'Good morning');
  await user.click(await button('Post'));
  await screen.findByText(/^Failed: Too many requests\./);
  expect(box().value).toBe('');
  await user.click(await button('Try again'));
  await screen.findByText('Post created successfully!');
  expect(asked.mock.calls.map(([{ body }]) => body.content)).toEqual([
    'Good morning',
    'Good morning',
  ]);
  expect(outboxStore.get()).toEqual([]);
});

test('Edit puts a refused post back into its box, and Delete can be undone', async () => {
  server.answer(createPost, () => {
    throw new AppError('rate_limited');
  });
  const { user } = renderApp(<ComposerAndOutbox />);
  await user.type(box(), 'Good morning');
  await user.click(await button('Post'));
  await user.click(await button('Delete'));
  expect(outboxStore.get()).toEqual([]);
  await user.click(await button('Undo'));
  await user.click(await button('Edit'));
  expect(box().value).toBe('Good morning');
  expect(outboxStore.get()).toEqual([]);
});

/** Sends a post with a picture and presses Undo. `answerDeletion` is the server's answer to the deletion of the post. */
async function takeBackWithPicture(answerDeletion: () => Promise<Done> | Done) {
  const robin = sampleMedia('robin', { alt: 'A robin' });
  const asked = server.answer(createPost, ({ body: { content } }) =>
    success(samplePost(sampleId('new'), { content, media: [robin] }), 'Post created successfully!'),
  );
  const deleted = server.answer(deletePost, answerDeletion);
  server.answer(describeMedia, ({ body }) =>
    success({ ...robin, ...body, url: 'https://roost.example/media/fresh.webp' }),
  );
  changeAttachments(postDraftKey(viewer._id, undefined), { items: [attachmentOf(robin)] });
  const { user } = renderApp(<ComposerAndOutbox />);
  await user.type(box(), 'Good morning');
  await user.click(await button('Post'));
  await screen.findByText('Post created successfully!');
  expect(screen.queryByRole('img', { name: 'A robin' })).toBeNull();
  await user.click(await button('Undo'));
  await expect.poll(() => box().value).toBe('Good morning');
  return { user, robin, asked, deleted };
}
type Done = ReturnType<typeof done>;

test('Undo of a post with a picture brings back the text, the picture and its alt text', async () => {
  const { user, robin, asked, deleted } = await takeBackWithPicture(() => done('Post deleted.'));
  const picture = await screen.findByRole('img', { name: 'A robin' });
  await expect
    .poll(() => picture.getAttribute('src'))
    .toBe('https://roost.example/media/fresh.webp');
  expect(deleted.mock.lastCall?.[0].query).toEqual({ keep: 'media' });
  await user.click(await button('Post'));
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  expect(asked.mock.lastCall?.[0].body.mediaIds).toEqual([robin._id]);
});

test('Undo shows the picture at once, and a post waits until the picture is back', async () => {
  const held = Promise.withResolvers<Done>();
  const { user, robin, asked } = await takeBackWithPicture(async () => held.promise);
  await screen.findByRole('img', { name: 'A robin' });
  await user.click(await button('Post'));
  await screen.findByText('Waiting for 1 file of the old post');
  expect(asked).toHaveBeenCalledTimes(1);
  held.resolve(done('Post deleted.'));
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  expect(asked.mock.lastCall?.[0].body.mediaIds).toEqual([robin._id]);
});

test('a picture that the server did not keep says so, and the text can be posted without it', async () => {
  const held = Promise.withResolvers<Done>();
  const { user, asked } = await takeBackWithPicture(async () => held.promise);
  // For example, the staff withheld the post.
  server.answer(describeMedia, () => {
    throw new AppError('not_found');
  });
  held.resolve(done('Post deleted.'));
  await screen.findByText(/^This file did not come back/);
  expect(screen.queryByRole('img', { name: 'A robin' })).toBeNull();
  await user.click(await button('Post'));
  await screen.findByText(/^Not every file could be uploaded/);
  await user.click(await button('Remove A robin'));
  await user.click(await button('Post'));
  await expect.poll(() => asked.mock.lastCall?.[0].body.mediaIds).toEqual([]);
});

test('a post that waits for a picture which does not come back says so', async () => {
  const held = Promise.withResolvers<Done>();
  const { user, asked } = await takeBackWithPicture(async () => held.promise);
  server.answer(describeMedia, () => {
    throw new AppError('not_found');
  });
  await user.click(await button('Post'));
  held.resolve(done('Post deleted.'));
  await screen.findByText(/^Failed: This file did not come back/);
  await user.click(await button('Post the rest'));
  await expect
    .poll(() => asked.mock.lastCall?.[0].body)
    .toMatchObject({
      content: 'Good morning',
      mediaIds: [],
    });
});

test('the picture of a post that was not deleted stays in it', async () => {
  await takeBackWithPicture(() => {
    throw new AppError('unavailable');
  });
  await screen.findByText(/^The post was not deleted/);
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

test('a post that is published while the session ends is not sent again', async () => {
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
  await expect.poll(() => countStored(viewer._id)).toBe(0);
  expect(draftOf(postDraftKey(viewer._id)).text).toBe('');
});

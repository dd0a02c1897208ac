import { AppError } from '@roost/contract/errors';
import { deleteMedia } from '@roost/contract/media';
import { createPost } from '@roost/contract/posts';
import { getLimits, getPrivacy } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { answerDrafts } from '../../../../test/support/draft-page.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import { viewer } from '../../../../test/support/sample-posts.ts';
import { samplePrivacy } from '../../../../test/support/sample-privacy.ts';
import { announceLogout } from '../../../lib/logout.ts';
import { useStore } from '../../../lib/store.ts';
import { attachmentOf, changeAttachments } from '../../compose/attachments/attachments.ts';
import { outboxStore } from '../../compose/outbox/outbox.ts';
import { temporaryId } from '../post-identity.ts';
import { PendingState } from './pending-state.tsx';
import { PostComposer } from './post-composer.tsx';
import { postDraftKey } from './post-draft-key.ts';

afterEach(() => {
  announceLogout('signedOut');
  sessionStorage.clear();
});
beforeEach(() => {
  // A slow test writes for longer than the pause after which a text is saved.
  answerDrafts();
  server.answer(getLimits, sampleLimits);
  server.answer(getPrivacy, () => success(samplePrivacy));
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

const box = () => screen.getByLabelText<HTMLTextAreaElement>('Post text');

/** The server refuses each post. Returns the ids of the attempts. */
function failedKeys(): string[] {
  const keys: string[] = [];
  server.answer(createPost, () => {
    keys.push(outboxStore.get()[0]!.clientId);
    throw new AppError('rate_limited');
  });
  return keys;
}

test('the same post goes under its former id after Edit, and a changed one under a new id', async () => {
  const keys = failedKeys();
  const { user } = renderApp(<ComposerAndOutbox />);
  await user.type(box(), 'Good morning');
  await user.click(await button('Post'));
  await user.click(await button('Edit'));
  await user.click(await button('Post'));
  await user.click(await button('Edit'));
  expect(new Set(keys).size).toBe(1);
  await user.type(box(), '!');
  await user.click(await button('Post'));
  await button('Edit');
  expect(keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a post that is too old for another attempt has Edit and Delete only', async () => {
  failedKeys();
  const { user } = renderApp(<ComposerAndOutbox />);
  await user.type(box(), 'Good morning');
  await user.click(await button('Post'));
  await button('Try again');
  const later = Date.now() + 23.5 * 60 * 60 * 1000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  outboxStore.set([...outboxStore.get()]);
  await expect.poll(() => screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await button('Edit');
  vi.restoreAllMocks();
});

test('Edit is away while an attempt runs', async () => {
  const held = Promise.withResolvers<void>();
  server.answer(createPost, async () => {
    await held.promise;
    throw new AppError('rate_limited');
  });
  const { user } = renderApp(<ComposerAndOutbox />);
  await user.type(box(), 'Good morning');
  await user.click(await button('Post'));
  // An earlier attempt got no answer.
  outboxStore.set(outboxStore.get().map((item) => ({ ...item, isWaiting: true })));
  await screen.findByText('Waiting for the network');
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  held.resolve();
  await button('Edit');
});

/** A post with a picture that the server refused. Its author pressed Delete. */
async function deletePicturePost() {
  failedKeys();
  const robin = sampleMedia('robin', { alt: 'A robin' });
  const deleted = server.answer(deleteMedia, () => done('Upload deleted.'));
  changeAttachments(postDraftKey(viewer._id), { items: [attachmentOf(robin)] });
  const { user } = renderApp(<ComposerAndOutbox />);
  await user.type(box(), 'Good morning');
  await user.click(await button('Post'));
  await user.click(await button('Delete'));
  expect(outboxStore.get()).toEqual([]);
  return { user, robin, deleted };
}

test('Undo of the deletion of an unsent post brings back its text and its pictures', async () => {
  const { user, robin, deleted } = await deletePicturePost();
  await user.click(await button('Undo'));
  expect(outboxStore.get().map(({ media }) => media)).toEqual([[robin]]);
  await user.click(await button('Edit'));
  await screen.findByRole('img', { name: 'A robin' });
  expect(box().value).toBe('Good morning');
  // The time for Undo is over.
  dispatchEvent(new Event('pagehide'));
  await user.click(await button('Post'));
  await button('Edit');
  expect(deleted).not.toHaveBeenCalled();
});

test('without Undo, the pictures of a deleted unsent post leave the server', async () => {
  const { robin, deleted } = await deletePicturePost();
  expect(deleted).not.toHaveBeenCalled();
  dispatchEvent(new Event('pagehide'));
  await expect
    .poll(() => deleted.mock.calls.map(([{ params }]) => params.mediaId))
    .toEqual([robin._id]);
  await expect.poll(() => screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

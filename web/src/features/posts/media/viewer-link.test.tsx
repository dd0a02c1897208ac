import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { navigate } from '../../../lib/router/router.tsx';
import { paths } from '../../../paths.ts';
import { isToReply } from '../post-identity.ts';
import { useReplyUnderViewer, useViewerLink } from './viewer-link.ts';

const postId = sampleId('post');
const own = paths.post(postId);

/** The post's own page, with a button that opens the viewer, and one that leaves it for the reply box. */
function PostPage() {
  const { to, ...options } = useViewerLink()({ postId, photo: 1 });
  const reply = useReplyUnderViewer(postId);
  return (
    <>
      <button onClick={() => navigate(to, options)}>Open the viewer</button>
      {reply && <button onClick={reply}>Reply</button>}
    </>
  );
}

async function openViewer() {
  const { user } = renderApp(<PostPage />, { path: own });
  await user.click(screen.getByRole('button', { name: 'Open the viewer' }));
  return { user, reply: await screen.findByRole('button', { name: 'Reply' }) };
}

async function goBack(): Promise<void> {
  const arrived = new Promise((next) => addEventListener('popstate', next, { once: true }));
  await act(async () => {
    history.back();
    await arrived;
  });
}

const replies = () => isToReply((history.state as { state?: unknown }).state);

test('a reply under the viewer goes back to the page of the post', async () => {
  const { user, reply } = await openViewer();
  await user.click(reply);
  await vi.waitFor(() => expect(replies()).toBe(true));
  expect(location.pathname + location.search).toBe(own);
});

test('after a step back that did not happen, a later step back leads to its own page', async () => {
  const { user, reply } = await openViewer();
  vi.spyOn(history, 'go').mockImplementation(() => {});
  await user.click(reply);
  for (const path of [paths.home, paths.search]) act(() => navigate(path));
  await goBack();
  expect(location.pathname).toBe(paths.home);
  expect(replies()).toBe(false);
});

import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { draftOpener } from '../../features/compose/kept-drafts/draft-openers.ts';
import { LaunchActions } from './launch-actions.tsx';

test('a text that came back opens the composer, but not after the page has gone', async () => {
  const onPost = vi.fn();
  const { unmount } = renderApp(<LaunchActions onPost={onPost} />);
  await draftOpener('post')?.({ parentPost: null, conversationId: null });
  expect(onPost).toHaveBeenCalledOnce();
  unmount();
  expect(draftOpener('post')).toBeUndefined();
});

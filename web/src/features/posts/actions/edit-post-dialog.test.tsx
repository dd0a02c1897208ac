import { getLimits } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { alice, samplePost, viewer } from '../../../../test/support/sample-posts.ts';
import { countEditDrafts } from '../../compose/edit-drafts.ts';
import { EditPostDialog } from './edit-post-dialog.tsx';

const own = samplePost(sampleId('post'), { ownerid: alice, content: 'Old words' });
const editvalidtill = new Date(Date.now() + 5 * 60_000).toISOString();
const post = { ...own, edits: { ...own.edits, editvalidtill } };

test('only an edit that Save would send counts as begun, and typed spaces stay', async () => {
  server.answer(getLimits, sampleLimits);
  const { user } = renderApp(<EditPostDialog post={post} open onOpenChange={() => {}} />);
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox');
  await user.type(box, ' ');
  expect(box.value).toBe('Old words ');
  expect(countEditDrafts(viewer._id)).toBe(0);
  await user.type(box, 'and new');
  expect(countEditDrafts(viewer._id)).toBe(1);
  await user.clear(box);
});

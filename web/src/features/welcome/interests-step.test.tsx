import { keepFeed, listKeptFeeds, type KeptFeed } from '@roost/contract/kept-feeds';
import { listTrending } from '@roost/contract/search';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleId } from '../../../test/support/sample-id.ts';
import { InterestsStep } from './interests-step.tsx';

test('the field keeps the focus after the fifth hashtag, and a sixth is refused', async () => {
  const feedOf = (hashtag: string): KeptFeed => ({ _id: sampleId(hashtag), hashtag, query: null });
  server.answer(listTrending, () => ({
    status: 'success' as const,
    success: true as const,
    hashtags: [],
  }));
  server.answer(listKeptFeeds, () =>
    success({ feeds: ['one', 'two', 'three', 'four'].map(feedOf) }),
  );
  const kept = server.answer(keepFeed, ({ body }) => success(feedOf(body.hashtag ?? '')));
  const { user } = renderApp(<InterestsStep />);
  await screen.findByRole('button', { name: '#four', pressed: true });
  const field = screen.getByLabelText('Another hashtag');
  await user.type(field, 'five{Enter}');
  await screen.findByRole('button', { name: '#five', pressed: true });
  expect(document.activeElement).toBe(field);
  await user.type(field, 'six{Enter}');
  expect(await screen.findAllByText(/^Five are enough for now/)).toHaveLength(2);
  screen.getByDisplayValue('six');
  expect(kept).toHaveBeenCalledOnce();
});

import { AppError } from '@roost/contract/errors';
import { listKeptFeeds, orderFeeds } from '@roost/contract/kept-feeds';
import { listLists } from '@roost/contract/lists';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../../test/support/sample-id.ts';
import { queryClient } from '../../../../lib/cache/query-client.ts';
import { FeedOrderList } from './feed-order-list.tsx';
import { keptFeedsQuery } from './kept-feeds.query.ts';

const [birds, work, owls] = [sampleId('birds'), sampleId('work'), sampleId('owls')];

async function render() {
  server.answer(listLists, () =>
    success({
      lists: [
        { _id: work, name: 'Work', position: 2 },
        { _id: birds, name: 'Birds' },
      ],
    }),
  );
  server.answer(listKeptFeeds, () =>
    success({ feeds: [{ _id: owls, hashtag: 'owls', query: null, position: 1 }] }),
  );
  const { user } = renderApp(<FeedOrderList />);
  const list = await screen.findByRole('list', { name: 'Order of the tabs' });
  await within(list).findByText('Birds');
  await within(list).findByText('#owls');
  return user;
}

const shown = () => screen.getAllByRole('listitem').map((row) => row.textContent);
const press = (name: string) => screen.getByRole('button', { name });

test('the buttons change the order, which shows at once and keeps the focus', async () => {
  const ordered = server.answer(orderFeeds, () => done('Order saved.'));
  const user = await render();
  expect(shown()).toEqual(['#owls', 'Work', 'Birds']);
  await user.click(press('Move Birds up'));
  expect(shown()).toEqual(['#owls', 'Birds', 'Work']);
  expect(document.activeElement).toBe(press('Move Birds up'));
  screen.getByText('Birds is number 2 of 3');
  await user.keyboard('{Enter}');
  expect(shown()).toEqual(['Birds', '#owls', 'Work']);
  // The row is the first. The button keeps the focus, and does nothing.
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(press('Move Birds up'));
  expect(ordered.mock.calls.map(([{ body }]) => body.ids)).toEqual([
    [owls, birds, work],
    [birds, owls, work],
  ]);
});

test('a refused order returns to that of the server', async () => {
  server.answer(orderFeeds, () => {
    throw new AppError('rate_limited');
  });
  const user = await render();
  await user.click(press('Move #owls down'));
  await screen.findByText('#owls is number 1 of 3');
  expect(shown()).toEqual(['#owls', 'Work', 'Birds']);
});

test('a later change of the order takes the focus from nobody', async () => {
  server.answer(orderFeeds, () => done('Order saved.'));
  const user = await render();
  await user.click(press('Move Birds up'));
  press('Move Work up').focus();
  // Another device has deleted the feed above.
  queryClient.setQueryData(keptFeedsQuery.queryKey, []);
  await expect.poll(shown).toEqual(['Birds', 'Work']);
  expect(document.activeElement).toBe(press('Move Work up'));
});

import { AppError } from '@roost/contract/errors';
import { listNotifications, type NotificationGroup } from '@roost/contract/notifications';
import { acceptFollowRequest, refuseFollowRequest } from '@roost/contract/relations';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleGroup } from '../../../../test/support/sample-notifications.ts';
import { queryClient } from '../../../lib/cache/query-client.ts';
import '../live-notifications.ts';
import { notificationKeys } from '../notification-keys.ts';
import { NotificationList } from './notification-list.tsx';

const sender = (fullName: string): NotificationGroup['senders'][number] => ({
  _id: sampleId(fullName),
  username: fullName.toLowerCase(),
  fullName,
  avatar: null,
});
// This tab offers no reading position to continue from.
const TAB = 'following';
const seen = { has: () => false, add: vi.fn(), drop: vi.fn(), clear: vi.fn() };

async function render(...names: string[]) {
  const groups = [
    sampleGroup({
      type: 'followRequest',
      post: null,
      count: names.length,
      unread: 0,
      senders: names.slice(0, 3).map(sender),
      newestId: sampleId('newest'),
    }),
  ];
  const pagination = { currentPage: 1, totalPages: 1, totalNotifications: 1, nextCursor: null };
  server.answer(listNotifications, () =>
    success({ notifications: [], groups, unreadCount: 0, pagination }),
  );
  queryClient.setQueryData(notificationKeys.unread, 0);
  const { user } = renderApp(
    <main tabIndex={-1}>
      <NotificationList tab={TAB} page={1} seen={seen} onPage={() => {}} />
    </main>,
  );
  await screen.findByText(/follow you/);
  return user;
}
const press = (name: string) => screen.findByRole('button', { name });

test('an accepted request leaves the list and says what happened', async () => {
  const sent = server.answer(acceptFollowRequest, () => done());
  const user = await render('Ann');
  await user.click(await press('Accept @ann'));
  await screen.findByText('Nothing by people you follow');
  await screen.findByText('You accepted @ann. They follow you now.');
  expect(sent.mock.lastCall?.[0].params).toEqual({ userId: sampleId('Ann') });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('one of several requests is declined, and the others stay in the row', async () => {
  server.answer(refuseFollowRequest, () => done());
  const user = await render('Ann', 'Ben', 'Cyd', 'Dan');
  expect(screen.getAllByRole('button', { name: /^Accept/ })).toHaveLength(3);
  await user.click(await press('Decline @ben'));
  await screen.findByText('You declined the request of @ben. Nothing tells them.');
  expect(screen.queryByRole('button', { name: 'Accept @ben' })).toBeNull();
  const row = screen.getByRole('link', { name: /Ann, Cyd and 1 other ask to follow you/ });
  expect(document.activeElement).toBe(row);
});

test('a request that was answered elsewhere leaves the list, and the notice says so', async () => {
  server.answer(acceptFollowRequest, () => {
    throw new AppError('not_found');
  });
  const user = await render('Ann');
  await user.click(await press('Accept @ann'));
  await screen.findByText('The request of @ann was already answered or withdrawn.');
  screen.getByText('Nothing by people you follow');
  expect(screen.queryByText('Not found.')).toBeNull();
});

test('an answer that fails brings the row back', async () => {
  server.answer(acceptFollowRequest, () => {
    throw new AppError('rate_limited');
  });
  const user = await render('Ann', 'Ben');
  await user.click(await press('Accept @ann'));
  await screen.findByText('Too many requests. Please wait a moment and try again.');
  await waitFor(() => screen.getByRole('link', { name: /Ann and Ben ask to follow you/ }));
  screen.getByRole('button', { name: 'Accept @ann' });
});

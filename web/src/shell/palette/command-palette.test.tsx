import { AppError } from '@roost/contract/errors';
import { searchUsers } from '@roost/contract/search';
import type { OwnUser, UserCard } from '@roost/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { bob, viewer } from '../../../test/support/sample-posts.ts';
import { keyboardOverlay } from '../../lib/keys/keyboard-overlay.ts';
import { watchDisplay } from '../../lib/page/display.ts';
import { paths } from '../../paths.ts';
import { Keyboard } from '../keyboard/keyboard.tsx';

beforeAll(watchDisplay);

const person: UserCard = {
  ...bob,
  bio: '',
  followersCount: 1,
  followingCount: 0,
  isFollowRequestedByCurrentUser: false,
};

function found(users: UserCard[]) {
  const totalUsers = users.length;
  const pagination = { currentPage: 1, totalPages: 1, nextCursor: null, totalUsers };
  return success({ users, totalPages: 1, currentPage: 1, totalUsers, pagination });
}

async function open(as: OwnUser = viewer) {
  const onPost = vi.fn();
  const onLogOut = vi.fn(async () => {});
  const { user } = renderApp(
    <>
      <button type="button">Before</button>
      <Keyboard onPost={onPost} onLogOut={onLogOut} />
    </>,
    { viewer: as },
  );
  screen.getByRole('button', { name: 'Before' }).focus();
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog', { name: 'Command palette' });
  const field = await screen.findByRole('combobox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { user, onPost, onLogOut };
}

const labels = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const highlighted = () => document.querySelector('[role=option][data-highlighted]')?.textContent;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('typing filters pages and actions at once, and Enter runs the first', async () => {
  server.answer(searchUsers, () => found([]));
  const { user, onLogOut } = await open();
  await user.keyboard('sign out');
  expect(labels()).toEqual(['Log out', 'Search for “sign out”']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onLogOut).toHaveBeenCalledOnce());
  await closed();
});

test('the arrow keys choose, and the page comes first next time', async () => {
  const { user } = await open();
  expect(highlighted()).toContain('Home');
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(() => expect(location.pathname).toBe(paths.bookmarks));
  await closed();
  keyboardOverlay.set('palette');
  await screen.findByRole('group', { name: 'Recent' });
  expect(labels()[0]).toContain('Bookmarks');
  expect(labels().filter((label) => label.startsWith('Bookmarks'))).toHaveLength(1);
});

test('people arrive below what is already there', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof found>>();
  server.answer(searchUsers, () => answer.promise);
  const { user } = await open();
  await user.keyboard('bo');
  await screen.findByText('Loading people');
  const before = labels();
  answer.resolve(found([person]));
  await screen.findByRole('option', { name: /@bob/ });
  expect(labels().slice(0, before.length)).toEqual(before);
  expect(highlighted()).toContain('Bookmarks');
});

test('after an at sign there are only people, and Enter opens the first', async () => {
  server.answer(searchUsers, () => found([person]));
  const { user } = await open();
  await user.keyboard('@bo');
  expect(screen.queryByRole('option')).toBeNull();
  await screen.findByRole('option', { name: /@bob/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.pathname).toBe(paths.profile('bob')));
});

test('without a match it says so, and offers the search', async () => {
  server.answer(searchUsers, () => found([]));
  const { user } = await open();
  await user.keyboard('xylograph');
  await screen.findByText('No people found...');
  expect(labels()).toEqual(['Search for “xylograph”']);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(location.search).toBe('?q=xylograph'));
});

test('a failed search for people can be tried again, and shows no toast', async () => {
  let isDown = true;
  server.answer(searchUsers, () => {
    if (isDown) throw new AppError('unavailable');
    return found([person]);
  });
  const { user } = await open();
  await user.keyboard('bo');
  await screen.findByText('Error searching people');
  expect(document.querySelector('[data-toaster] [role]')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('option', { name: /@bob/ });
});

test('Escape closes it and returns the focus, and so do the keys that open it', async () => {
  const { user } = await open();
  await user.keyboard('{Escape}');
  await closed();
  const before = screen.getByRole('button', { name: 'Before' });
  await waitFor(() => expect(document.activeElement).toBe(before));
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('dialog');
  await user.keyboard('{Control>}k{/Control}');
  await closed();
});

test('only the staff finds the pages of the staff', async () => {
  server.answer(searchUsers, () => found([]));
  const { user } = await open();
  expect(labels()).not.toContain('Moderation');
  await user.keyboard('admin');
  expect(labels()).toEqual(['Search for “admin”']);
});

test('an admin finds the pages of the staff', async () => {
  await open({ ...viewer, role: 'admin' });
  expect(labels()).toContain('Moderation');
  expect(labels()).toContain('Admin');
});

test('a theme applies at once', async () => {
  server.answer(searchUsers, () => found([]));
  const { user } = await open();
  await user.keyboard('dark{Enter}');
  await waitFor(() => expect(document.documentElement.dataset['theme']).toBe('dark'));
  await user.keyboard('{Control>}k{/Control}');
  await user.keyboard('theme system{Enter}');
  await waitFor(() => expect(localStorage.getItem('theme')).toBeNull());
});

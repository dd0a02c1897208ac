import type { NotificationGroup } from '@roost/contract/notifications';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import { sampleDecision, sampleGroup } from '../../../../test/support/sample-notifications.ts';
import { paths } from '../../../paths.ts';
import { NotificationRow } from './notification-row.tsx';

function render(change: Partial<NotificationGroup> = {}) {
  const onRead = vi.fn();
  const onRemove = vi.fn();
  const { user } = renderApp(
    <ul>
      <NotificationRow group={sampleGroup(change)} isNew onRead={onRead} onRemove={onRemove} />
    </ul>,
  );
  return { user, onRead, onRemove };
}
const sender = (fullName: string) => ({
  _id: fullName,
  username: fullName.toLowerCase(),
  fullName,
  avatar: null,
});

test.each([
  ['like', 'Ann liked your post.'],
  ['repost', 'Ann reposted your post.'],
  ['comment', 'Ann replied to you.'],
  ['mention', 'Ann mentioned you.'],
] as const)('a %s says who did it and leads to the post', (type, message) => {
  render({ type, message });
  const link = screen.getByRole('link');
  expect(link.textContent).toContain(message);
  expect(link.getAttribute('href')).toBe(paths.post('post'));
  screen.getByText('Hello');
});

test('a post with a picture shows it', () => {
  const picture = sampleMedia('a', { alt: 'Two robins' });
  render({ post: { _id: 'post', content: '', thumbnail: picture } });
  expect(screen.getByRole('img', { name: 'Two robins' }).getAttribute('src')).toBe(picture.url);
});

test('a picture that cannot be loaded leaves no broken one', () => {
  render({
    post: { _id: 'post', content: 'Hello', thumbnail: sampleMedia('a', { alt: 'Two robins' }) },
  });
  fireEvent.error(screen.getByRole('img', { name: 'Two robins' }));
  expect(screen.queryByRole('img', { name: 'Two robins' })).toBeNull();
  screen.getByText('Hello');
});

test('a new follower leads to the profile', () => {
  render({ type: 'follow', message: 'Ann followed you.', post: null });
  expect(screen.getByRole('link').getAttribute('href')).toBe(paths.profile('ann'));
  expect(screen.queryByText('This post is no longer available.')).toBeNull();
});

test('a request to follow leads to the requests', () => {
  render({ type: 'followRequest', post: null });
  const link = screen.getByRole('link');
  expect(link.textContent).toContain('Ann asks to follow you.');
  expect(link.getAttribute('href')).toBe(paths.followRequests);
});

test('a notice about the account leads to its safety', () => {
  render({ type: 'security', post: null, security: { what: 'passkeyAdded' } });
  const link = screen.getByRole('link');
  expect(link.textContent).toContain('A passkey was added.');
  expect(link.getAttribute('href')).toBe(paths.settingsSection('security'));
});

test('a notice about a decision has the rule and the words of the moderators', () => {
  render({ type: 'moderation', post: null, decision: sampleDecision() });
  screen.getByText('Rule: Be kind.');
  screen.getByText('Please stay friendly.');
  expect(document.querySelector('[data-person]')).toBeNull();
  expect(screen.queryByText('This post is no longer available.')).toBeNull();
});

test.each([
  [2, 'Ann and Ben liked your post.'],
  [3, 'Ann, Ben and 1 other liked your post.'],
  [12, 'Ann, Ben and 10 others liked your post.'],
])('a group of %i is one sentence', (count, sentence) => {
  render({ count, senders: ['Ann', 'Ben', 'Cyd'].slice(0, count).map(sender) });
  expect(screen.getByRole('link').textContent).toContain(sentence);
});

test('an unread row says so, and its button reads it', async () => {
  const { user, onRead } = render();
  expect(screen.getByRole('link').textContent).toContain('Unread.');
  await user.click(screen.getByRole('button', { name: 'Mark as read' }));
  expect(onRead).toHaveBeenCalledExactlyOnceWith(false);
});

test('a read row has no button to read it', () => {
  render({ unread: 0 });
  expect(screen.getByRole('link').textContent).not.toContain('Unread.');
  expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull();
});

test('a press on the row reads it and opens the post', async () => {
  const { user, onRead } = render();
  await user.click(screen.getByRole('link'));
  expect(onRead).toHaveBeenCalledExactlyOnceWith(true);
  expect(location.pathname).toBe(paths.post('post'));
});

test('a row about a hidden post leads nowhere and says why', () => {
  render({ post: null });
  expect(screen.queryByRole('link')).toBeNull();
  screen.getByText('This post is no longer available.');
});

test('only a row about a post can mute its thread', () => {
  render({ type: 'follow', post: null });
  expect(screen.queryByRole('button', { name: 'Mute this thread' })).toBeNull();
  render({ type: 'comment' });
  screen.getByRole('button', { name: 'Mute this thread' });
});

test('Delete removes the row', async () => {
  const { user, onRemove } = render();
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onRemove).toHaveBeenCalledOnce();
});

test('a decision of the moderators leads to all decisions, and can be appealed', () => {
  render({ type: 'moderation', post: null, decision: sampleDecision() });
  const link = screen.getByRole('link');
  expect(link.textContent).toContain('The moderators hid something that you wrote.');
  expect(link.getAttribute('href')).toBe(paths.decisions);
  screen.getByText('Rule: Be kind.');
  screen.getByRole('button', { name: 'Appeal' });
  expect(screen.queryByText('This post is no longer available.')).toBeNull();
});

import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import { sampleMessage } from '../../../../test/support/sample-messages.ts';
import { bob } from '../../../../test/support/sample-posts.ts';
import { reportRequest } from '../../users/reports/report-request.ts';
import { CallSlotsContext } from '../call-slots.ts';
import { threadRows, type ThreadRow } from '../message-list/thread-rows.ts';
import type { Queued } from '../outbox/message-outbox.ts';
import { MessageRow } from './message-row.tsx';

const from = { senderId: { _id: bob._id, username: 'bob', avatar: null } };
const queued: Queued = {
  clientId: 'k',
  kind: 'message',
  lane: 'message:c',
  conversationId: 'c',
  receiverId: bob._id,
  content: 'On its way',
  media: [],
  createdAt: '2026-03-04T10:00:00.000Z',
};
const rowOf = (thread: Partial<Parameters<typeof threadRows>[0]>): ThreadRow =>
  threadRows({ viewerId: 'alice', messages: [], queued: [], unreadId: undefined, ...thread })[0]!;
const render = (row: ThreadRow, canCall = false) =>
  renderApp(
    <CallSlotsContext value={{ buttons: () => null, callBack: () => <button>Call back</button> }}>
      <MessageRow row={row} person={bob} today={Date.parse('2026-03-04')} canCall={canCall} />
    </CallSlotsContext>,
  );
const row = (change: Parameters<typeof sampleMessage>[1]) =>
  rowOf({ messages: [sampleMessage(1, change)] });

test('a message of the other person has their name and no status', () => {
  render(row({ ...from, content: 'Hello' }));
  const message = screen.getByRole('article', { name: /^bob, / });
  within(message).getByText('Hello');
  expect(screen.queryByRole('img', { name: 'Sent' })).toBeNull();
});

test('nobody can open the links of a new account, but one’s own links', () => {
  const stranger = { ...bob, linksDisabled: true as const };
  const show = (change: Parameters<typeof sampleMessage>[1]) =>
    renderApp(
      <MessageRow row={row(change)} person={stranger} today={Date.parse('2026-03-04')} canCall />,
    );
  show({ ...from, content: 'see https://example.org' });
  screen.getByText(/Links of new accounts/);
  expect(screen.queryByRole('link')).toBeNull();
  show({ content: 'see https://example.org' });
  screen.getByRole('link', { name: 'example.org' });
});

test.each([
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['read', 'Read'],
] as const)('an own message that is %s says so', (deliveryStatus, label) => {
  render(row({ deliveryStatus }));
  screen.getByRole('article', { name: /^You, / });
  screen.getByRole('img', { name: label });
});

test('a message in the outbox says that it is being sent', () => {
  render(rowOf({ queued: [queued] }));
  screen.getByRole('img', { name: 'Sending' });
  expect(screen.queryByRole('button', { name: 'Message actions' })).toBeNull();
});

test('a refused message says why, and can be sent again or deleted', () => {
  render(rowOf({ queued: [{ ...queued, problem: 'This user doesn’t accept messages.' }] }));
  screen.getByRole('img', { name: 'Not sent' });
  screen.getByText('This user doesn’t accept messages.');
  screen.getByRole('button', { name: 'Try again' });
  screen.getByRole('button', { name: 'Delete' });
});

test('a message with a picture that can never be sent offers the rest', () => {
  render(rowOf({ queued: [{ ...queued, problem: 'Too large.', isUnfit: true }] }));
  screen.getByRole('button', { name: 'Send the rest' });
});

test('an own message can be deleted for both, after a question', async () => {
  const { user } = render(row({}));
  await user.click(screen.getByRole('button', { name: 'Message actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await screen.findByText('It will be gone for both of you.');
});

test('the text of a message can be copied', async () => {
  const { user } = render(row({ ...from, content: 'Hello' }));
  await user.click(screen.getByRole('button', { name: 'Message actions' }));
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  await user.click(await screen.findByRole('menuitem', { name: 'Copy text' }));
  await screen.findByText('Text copied.');
  expect(await navigator.clipboard.readText()).toBe('Hello');
});

test('a message of the other person can be reported, and an own one cannot', async () => {
  const { user, unmount } = render(row({ ...from, content: '', media: [sampleMedia('a')] }));
  await user.click(screen.getByRole('button', { name: 'Message actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report message' }));
  expect(reportRequest.get()).toMatchObject({
    subject: { type: 'message', _id: 'm1' },
    isCall: false,
    person: bob,
  });
  unmount();
  const own = render(row({}));
  await own.user.click(screen.getByRole('button', { name: 'Message actions' }));
  await screen.findByRole('menuitem', { name: 'Delete' });
  expect(screen.queryByRole('menuitem', { name: 'Report message' })).toBeNull();
});

test('pictures are buttons with their alt texts', () => {
  render(row({ media: [sampleMedia('a', { alt: 'Two robins' }), sampleMedia('b')] }));
  screen.getByRole('button', { name: 'Picture 1 of 2: Two robins' });
  screen.getByRole('button', { name: 'Picture 2 of 2' });
});

test('a link in a message opens outside', () => {
  render(row({ content: 'See https://example.org/a' }));
  const link = screen.getByRole('link', { name: 'example.org/a' });
  expect(link.getAttribute('href')).toBe('https://example.org/a');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('the first message of a day and the first unread one have a line above', () => {
  render(rowOf({ messages: [sampleMessage(1, from)], unreadId: 'm1' }));
  screen.getByText('Today');
  screen.getByText('New messages');
});

const call = (outcome: 'missed' | 'answered') =>
  row({ kind: 'call', content: 'Voice call', call: { media: 'audio', outcome, seconds: null } });

test('a missed call can be called back, unless the person takes no calls', () => {
  const { unmount } = render(call('missed'), true);
  screen.getByRole('button', { name: 'Call back' });
  unmount();
  render(call('missed'), false);
  expect(screen.queryByRole('button', { name: 'Call back' })).toBeNull();
});

test('both people can report a call, as its message', async () => {
  const { user } = render(call('answered'));
  await user.click(screen.getByRole('button', { name: 'Call actions' }));
  expect(await screen.findAllByRole('menuitem')).toHaveLength(1);
  await user.click(screen.getByRole('menuitem', { name: 'Report call' }));
  expect(reportRequest.get()).toMatchObject({
    subject: { type: 'message', _id: 'm1' },
    isCall: true,
    person: bob,
  });
});

test('an answered call cannot be called back', () => {
  render(call('answered'), true);
  expect(screen.queryByRole('button', { name: 'Call back' })).toBeNull();
});

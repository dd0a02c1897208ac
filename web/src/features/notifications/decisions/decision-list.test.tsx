import { AppError } from '@roost/contract/errors';
import { createAppeal, type ModerationAction } from '@roost/contract/moderation';
import { listNotifications } from '@roost/contract/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleDecision } from '../../../../test/support/sample-notifications.ts';
import { DecisionList } from './decision-list.tsx';
import type { Decision } from './decisions.query.ts';

function answer(...decisions: Decision[]) {
  return server.answer(listNotifications, () =>
    success({
      notifications: decisions.map((decision, index) => ({
        _id: sampleId(`notice ${index}`),
        type: 'moderation' as const,
        message: 'The moderators made a decision.',
        read: false,
        createdAt: '2026-03-04T10:00:00.000Z',
        sender: { _id: sampleId('site'), username: 'official', fullName: 'Roost', avatar: null },
        post: null,
        decision,
      })),
      unreadCount: 0,
      extendedCount: decisions.length,
      pagination: {
        currentPage: 1,
        totalPages: 1,
        nextCursor: null,
        totalNotifications: decisions.length,
      },
    }),
  );
}

test.each<[ModerationAction, RegExp]>([
  ['warn', /sent you a warning/],
  ['hide', /hid something that you wrote/],
  ['remove', /removed something that you wrote/],
  ['limit', /limited your account/],
  ['suspend', /suspended your account/],
  ['ban', /banned your account/],
])('the decision %s is in words', async (action, sentence) => {
  answer(sampleDecision({ action }));
  renderApp(<DecisionList />);
  await screen.findByText(sentence);
});

test('a decision shows its reason, its rule, its end and what the moderators write', async () => {
  const asked = answer(sampleDecision({ action: 'limit', until: '2027-03-04T12:00:00.000Z' }));
  renderApp(<DecisionList />);
  await screen.findByText('Reason: Harassment or bullying.');
  screen.getByText('Rule: Be kind.');
  screen.getByText(/^Until Mar 4, 2027/);
  screen.getByText('Please stay friendly.');
  expect(asked.mock.lastCall?.[0].query).toMatchObject({ type: 'moderation', extended: '1' });
});

test('a decision that was taken back says only that', async () => {
  answer(sampleDecision({ isUndone: true, canAppeal: false, message: '' }));
  renderApp(<DecisionList />);
  await screen.findByText('The moderators took back a decision about you.');
  expect(screen.queryByText(/^Reason/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull();
});

test('an appeal is sent from the decision, and then there is none any more', async () => {
  answer(sampleDecision());
  const asked = server.answer(createAppeal, () => success({ _id: sampleId('appeal') }));
  const { user } = renderApp(<DecisionList />);
  await user.click(await screen.findByRole('button', { name: 'Appeal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Appeal against the decision' }));
  await user.type(dialog.getByRole('textbox'), 'It was a quote.');
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }));
  await dialog.findByText(/^Your appeal is sent\./);
  expect(asked.mock.lastCall?.[0].body).toEqual({
    decisionId: sampleId('decision'),
    text: 'It was a quote.',
  });
  answer(sampleDecision({ canAppeal: false }));
  const [close] = dialog.getAllByRole('button', { name: 'Close' }).slice(-1);
  await user.click(close!);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Appeal' })).toBeNull());
});

test('an empty list says so, and a failed load can be tried again', async () => {
  server.answer(listNotifications, () => {
    throw new AppError('unavailable');
  });
  const { user } = renderApp(<DecisionList />);
  await screen.findByRole('alert');
  answer();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('There are no decisions about you.');
});

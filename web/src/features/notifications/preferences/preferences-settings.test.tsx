import { AppError } from '@roost/contract/errors';
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@roost/contract/notifications';
import type { NotificationPreferences } from '@roost/contract/users';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { PreferencesSettings } from './preferences-settings.tsx';

const anyone = { from: 'anyone' } as const;
const saved: NotificationPreferences = {
  all: anyone,
  types: { like: anyone, comment: anyone, follow: anyone, mention: anyone, repost: anyone },
};

async function turnLikesOff() {
  server.answer(getNotificationPreferences, () => ({ ...done(), notificationPreferences: saved }));
  const { user } = renderApp(<PreferencesSettings />);
  const likes = await screen.findByRole('radiogroup', { name: 'Likes' });
  const radio = (name: string) => within(likes).getByRole<HTMLInputElement>('radio', { name });
  await user.click(radio('No one'));
  return radio;
}

test('a change is saved at once', async () => {
  const asked = server.answer(setNotificationPreferences, ({ body }) => ({
    ...done(),
    notificationPreferences: body.notificationPreferences as NotificationPreferences,
  }));
  const radio = await turnLikesOff();
  expect(radio('No one').checked).toBe(true);
  await screen.findByText('Saved');
  expect(asked.mock.lastCall?.[0].body.notificationPreferences).toEqual({
    ...saved,
    types: { ...saved.types, like: { from: 'no one' } },
  });
  expect(radio('No one').checked).toBe(true);
});

test('a refused change is taken back, with the reason', async () => {
  server.answer(setNotificationPreferences, () => {
    throw new AppError('rate_limited');
  });
  const radio = await turnLikesOff();
  await screen.findByText('Too many requests. Please wait a moment and try again.');
  expect(radio('Anyone').checked).toBe(true);
});

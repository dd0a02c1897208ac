import { AppError } from '@roost/contract/errors';
import {
  getNotificationPreferences,
  setNotificationPreferences,
} from '@roost/contract/notifications';
import type { NotificationPreferences } from '@roost/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { done, server } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { PreferencesDrawer } from './preferences-drawer.tsx';

const anyone = { from: 'anyone' } as const;
const saved: NotificationPreferences = {
  all: anyone,
  types: { like: anyone, comment: anyone, follow: anyone, mention: anyone, repost: anyone },
};

async function render() {
  server.answer(getNotificationPreferences, () => ({ ...done(), notificationPreferences: saved }));
  const onOpenChange = vi.fn();
  const { user } = renderApp(<PreferencesDrawer open onOpenChange={onOpenChange} />);
  const likes = await screen.findByRole('radiogroup', { name: 'Likes' });
  await user.click(within(likes).getByRole('radio', { name: 'No one' }));
  return { user, onOpenChange };
}
const save = () => screen.getByRole('button', { name: 'Save' });

test('a saved change is confirmed, and the drawer closes by itself', async () => {
  const asked = server.answer(setNotificationPreferences, () => ({
    ...done(),
    notificationPreferences: saved,
  }));
  const { user, onOpenChange } = await render();
  await user.click(save());
  await screen.findByText('Saved');
  expect(asked.mock.lastCall?.[0].body.notificationPreferences.types).toEqual({
    ...saved.types,
    like: { from: 'no one' },
  });
  await waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false), { timeout: 5_000 });
});

test('a refused change stays, and can be sent again', async () => {
  const asked = server.answer(setNotificationPreferences, () => {
    throw new AppError('rate_limited');
  });
  const { user, onOpenChange } = await render();
  await user.click(save());
  await screen.findByText('Save failed');
  const likes = screen.getByRole('radiogroup', { name: 'Likes' });
  expect(within(likes).getByRole<HTMLInputElement>('radio', { name: 'No one' }).checked).toBe(true);
  await user.click(save());
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(onOpenChange).not.toHaveBeenCalled();
});

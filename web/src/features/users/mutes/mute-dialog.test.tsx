import { muteUser } from '@roost/contract/relations';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { bob } from '../../../../test/support/sample-posts.ts';
import { MuteDialog } from './mute-dialog.tsx';

async function render() {
  const asked = server.answer(muteUser, ({ body }) =>
    success({ until: null, reposts: body.reposts }),
  );
  const onOpenChange = vi.fn();
  const { user } = renderApp(<MuteDialog person={bob} open onOpenChange={onOpenChange} />);
  await screen.findByRole('dialog', { name: 'Mute @bob' });
  return { asked, user, onOpenChange };
}

test('a mute without an end hides everything', async () => {
  const { asked, user, onOpenChange } = await render();
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  await screen.findByText('You muted @bob.');
  expect(asked.mock.lastCall?.[0]).toMatchObject({
    params: { userId: bob._id },
    body: { reposts: false },
  });
  expect(asked.mock.lastCall?.[0].body.minutes).toBeUndefined();
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test('only the reposts can be muted, and for some days', async () => {
  const { asked, user } = await render();
  await user.click(screen.getByRole('radio', { name: 'Only reposts' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'How long' }), '7 days');
  await user.click(screen.getByRole('button', { name: 'Mute' }));
  await screen.findByText('You muted @bob.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ minutes: 7 * 24 * 60, reposts: true });
});

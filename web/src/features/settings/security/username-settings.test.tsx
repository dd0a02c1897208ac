import { AppError } from '@roost/contract/errors';
import { changeUsername } from '@roost/contract/usernames';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { viewer } from '../../../../test/support/sample-posts.ts';
import { UsernameSettings } from './username-settings.tsx';

async function change(to: string) {
  const { user } = renderApp(<UsernameSettings />);
  await user.click(screen.getByRole('button', { name: 'Change username' }));
  const box = screen.getByRole('textbox', { name: 'New username' });
  await user.clear(box);
  await user.type(box, to);
  await user.click(screen.getByRole('button', { name: 'Change username' }));
}

test('the new username shows at once', async () => {
  const asked = server.answer(changeUsername, ({ body }) =>
    success({ ...viewer, username: body.username }, 'Your username was changed.'),
  );
  await change('alice_wren');
  await screen.findByText('@alice_wren');
  await screen.findByText('Your username was changed.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ username: 'alice_wren' });
});

test('a second change in a month is refused with the reason', async () => {
  server.answer(changeUsername, () => {
    throw new AppError('username_recent');
  });
  await change('alice_wren');
  await screen.findByText('You can change your username once in 30 days.');
});

test('a name that no account may have is refused before it is sent', async () => {
  await change('a b');
  await screen.findByText('Use letters, digits and underscores only.');
});

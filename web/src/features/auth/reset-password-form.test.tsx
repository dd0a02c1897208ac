import { resetPassword } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { paths } from '../../paths.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

async function fillIn() {
  const { user } = renderApp(<ResetPasswordForm />, {
    viewer: null,
    path: paths.resetPassword('t0ken'),
    route: paths.resetPassword(':token'),
  });
  await user.type(screen.getByLabelText('New password'), 'nine birds on a wire');
  await user.type(screen.getByLabelText('New password again'), 'nine birds on a wire');
  await user.click(screen.getByRole('button', { name: 'Reset password' }));
}

test('a new password is sent with the token of the link, and the sign-in page follows', async () => {
  const asked = server.answer(resetPassword, () => done('Done.'));
  await fillIn();
  await screen.findByText('Password reset successful! You can now log in.');
  expect(asked.mock.lastCall?.[0].params).toEqual({ token: 't0ken' });
  await waitFor(() => expect(location.pathname).toBe(paths.login));
});

test('an expired link says what is wrong', async () => {
  server.answer(resetPassword, () => {
    throw new AppError('bad_token');
  });
  await fillIn();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Password reset failed.');
  expect(alert.textContent).toContain('This password reset link is invalid or has expired.');
});

test('two different passwords show the error at the second field', async () => {
  server.answer(resetPassword, () => {
    const message = 'The passwords are not the same.';
    throw new AppError('bad_input', { fields: [{ path: 'confirmpassword', message }] });
  });
  await fillIn();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('New password again')),
  );
  screen.getByText('The passwords are not the same.');
});

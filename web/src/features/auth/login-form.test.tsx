import { forgetPassword, getMe, login } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { viewer } from '../../../test/support/sample-posts.ts';
import { paths } from '../../paths.ts';
import { VisitorsOnly } from './gate.tsx';
import { LoginForm } from './login-form.tsx';

const renderLogin = () =>
  renderApp(
    <VisitorsOnly>
      <LoginForm />
    </VisitorsOnly>,
    { viewer: null, path: paths.login, route: paths.login },
  );

async function signIn(user: ReturnType<typeof renderLogin>['user'], password: string) {
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'alice@example.org');
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('the right password leads home', async () => {
  const asked = server.answer(login, () => ({
    ...done(),
    userid: viewer._id,
    username: viewer.username,
    subscription: { isActive: false },
  }));
  server.answer(getMe, () => success(viewer));
  const { user } = renderLogin();
  await signIn(user, 'correct horse');
  await waitFor(() => expect(location.pathname).toBe(paths.home));
  expect(asked.mock.lastCall?.[0].body).toEqual({
    email: 'alice@example.org',
    password: 'correct horse',
  });
});

test('a wrong password says so and keeps the typed text', async () => {
  server.answer(login, () => {
    throw new AppError('bad_credentials');
  });
  const { user } = renderLogin();
  await signIn(user, 'wrong');
  expect((await screen.findByRole('alert')).textContent).toBe('Incorrect email or password.');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(
    'alice@example.org',
  );
  expect(location.pathname).toBe(paths.login);
});

test('empty fields are named, and the first one gets the focus', async () => {
  const { user } = renderLogin();
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const email = screen.getByRole('textbox', { name: 'Email', description: 'Enter your email.' });
  expect(document.activeElement).toBe(email);
  screen.getByText('Enter your password.');
});

test('the reset link goes to the typed address; only that address has to wait', async () => {
  const asked = server.answer(forgetPassword, () => done('Sent.'));
  const { user } = renderLogin();
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'alice@example.org');
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Forgot password' }));
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  await dialog.findByText('Password reset link sent to your email.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ email: 'alice@example.org' });
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Resend in / }).disabled).toBe(
    true,
  );
  // The person notices a wrong address.
  await user.type(dialog.getByRole('textbox', { name: 'Email' }), '.in');
  expect(dialog.queryByText('Password reset link sent to your email.')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Send link' }));
  await dialog.findByText('Password reset link sent to your email.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ email: 'alice@example.org.in' });
});

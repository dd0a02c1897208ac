import { forgetPassword, getMe, login } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { updateUser } from '@roost/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { done, server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { viewer } from '../../../test/support/sample-posts.ts';
import { chosenBeforeSignIn, rememberChoice } from '../../lib/page/language.ts';
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

/** A member whose account has this language signs in, after a visitor chose English by hand. */
async function signInAfterChoice(accountLanguage: string) {
  rememberChoice('en');
  server.answer(login, () => ({
    ...done(),
    userid: viewer._id,
    username: viewer.username,
    subscription: { isActive: false },
  }));
  server.answer(getMe, () => success({ ...viewer, language: accountLanguage }));
  const { user } = renderLogin();
  await signIn(user, 'correct horse');
  await waitFor(() => expect(location.pathname).toBe(paths.home));
}

test('a language chosen by hand is stored in the account once', async () => {
  const stored = server.answer(updateUser, () => success({ ...viewer, user: viewer }));
  await signInAfterChoice('hi');
  await waitFor(() => expect(stored).toHaveBeenCalledTimes(1));
  expect(chosenBeforeSignIn()).toBeUndefined();
});

test('a language that the account has already is not stored again', async () => {
  const stored = server.answer(updateUser, () => success({ ...viewer, user: viewer }));
  await signInAfterChoice('en');
  expect(chosenBeforeSignIn()).toBeUndefined();
  expect(stored).not.toHaveBeenCalled();
});

test('a choice of an hour ago counts no more', async () => {
  rememberChoice('de');
  expect(chosenBeforeSignIn()).toBe('de');
  const hour = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  expect(chosenBeforeSignIn()).toBeUndefined();
  hour.mockRestore();
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

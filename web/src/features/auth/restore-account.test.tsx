import { getMe, login } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { restoreAccount } from '@roost/contract/personal-data';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { viewer } from '../../../test/support/sample-posts.ts';
import { useLocation } from '../../lib/router/router.tsx';
import { paths } from '../../paths.ts';
import { LoginForm } from './login-form.tsx';
import { RestoreAccount } from './restore-account.tsx';

/** The two pages that the test visits. */
function Pages() {
  const { pathname } = useLocation();
  if (pathname === paths.login) return <LoginForm />;
  return pathname === paths.restore ? <RestoreAccount /> : <p>Home</p>;
}

test('a sign-in to a closed account offers to keep it', async () => {
  server.answer(login, () => {
    throw new AppError('account_closing', {
      details: { restoreToken: 'r1', deletesAt: '2026-01-15T12:00:00.000Z' },
    });
  });
  const asked = server.answer(restoreAccount, () => ({
    ...done(),
    userid: viewer._id,
    username: viewer.username,
    subscription: { isActive: false },
  }));
  server.answer(getMe, () => success(viewer));
  const { user } = renderApp(<Pages />, { viewer: null, path: paths.login });
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'alice@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText(/It will be erased on Jan 15, 2026/);
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(location.pathname).toBe(paths.home));
  expect(asked.mock.lastCall?.[0].body).toEqual({ restoreToken: 'r1' });
});

test('without a sign-in there is nothing to press', () => {
  renderApp(<RestoreAccount />, { viewer: null, path: paths.restore });
  screen.getByText('Sign in to keep an account that you asked to delete.');
  expect(screen.queryByRole('button')).toBeNull();
});

import { getMe, login } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { loginSecond } from '@roost/contract/factors';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { viewer } from '../../../test/support/sample-posts.ts';
import { paths } from '../../paths.ts';
import { VisitorsOnly } from './gate.tsx';
import { LoginForm } from './login-form.tsx';

async function toSecondStep() {
  server.answer(login, () => {
    throw new AppError('second_factor_required', {
      details: { challenge: 'c1', methods: ['totp', 'recoveryCode'] },
    });
  });
  const { user } = renderApp(
    <VisitorsOnly>
      <LoginForm />
    </VisitorsOnly>,
    { viewer: null, path: paths.login, route: paths.login },
  );
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'alice@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  const code = await screen.findByLabelText('Code of your authenticator app');
  return { user, code };
}

test('an account with an app signs in with its code', async () => {
  const asked = server.answer(loginSecond, () => ({
    ...done(),
    userid: viewer._id,
    username: viewer.username,
    subscription: { isActive: false },
  }));
  server.answer(getMe, () => success(viewer));
  const { user, code } = await toSecondStep();
  expect(document.activeElement).toBe(code);
  await user.type(code, '123 456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(location.pathname).toBe(paths.home));
  expect(asked.mock.lastCall?.[0].body).toEqual({ challenge: 'c1', code: '123 456' });
});

test('a wrong code says so, and Back begins again', async () => {
  server.answer(loginSecond, () => {
    throw new AppError('bad_code');
  });
  const { user, code } = await toSecondStep();
  await user.type(code, '000000');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('This code is not right.');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  screen.getByLabelText('Password');
});

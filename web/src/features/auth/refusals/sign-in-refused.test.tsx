import { login } from '@roost/contract/auth';
import { AppError, type ErrorCode } from '@roost/contract/errors';
import { loginSecond } from '@roost/contract/factors';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { navigate } from '../../../lib/router/router.tsx';
import { paths } from '../../../paths.ts';
import { VisitorsOnly } from '../gate.tsx';
import { LoginForm } from '../login-form.tsx';
import { refusalOfSession, rememberRefusal } from './refusal.ts';

const renderLogin = (path = paths.login) =>
  renderApp(
    <VisitorsOnly>
      <LoginForm />
    </VisitorsOnly>,
    { viewer: null, path, route: paths.login },
  );

async function signIn(user: ReturnType<typeof renderLogin>['user']) {
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'alice@example.org');
  await user.type(screen.getByLabelText('Password'), 'correct horse');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

function refuse(code: ErrorCode, details: Record<string, unknown> = {}) {
  server.answer(login, () => {
    throw new AppError(code, { details });
  });
}

const title = async (name: string) => screen.findByRole('heading', { name });
const date = 'Mar 4, 2027, 12:00 PM';

test('a suspended person learns until when and why, and goes to the appeal', async () => {
  refuse('suspended', {
    until: new Date('Mar 4 2027 12:00').toISOString(),
    reason: 'hate',
    appealToken: 'a token',
  });
  const { user } = renderLogin();
  await signIn(user);
  const heading = await title('Your account is suspended');
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(document.body.textContent.replaceAll('\u202f', ' ')).toContain(
    `Until ${date} nobody here sees you`,
  );
  screen.getByText('Reason: Hate against a group.');
  screen.getByRole('link', { name: 'Contact us' });
  await user.click(screen.getByRole('link', { name: 'Appeal' }));
  expect(location.pathname + location.search).toBe(paths.appeal);
  expect((history.state as { state: unknown }).state).toEqual({ appealToken: 'a token' });
});

test('a banned person without an appeal can go back to the form', async () => {
  refuse('banned', { until: null, reason: 'spam', appealToken: null });
  const { user } = renderLogin();
  await signIn(user);
  await title('Your account is banned');
  expect(screen.queryByRole('link', { name: 'Appeal' })).toBeNull();
  screen.getByText(/^You have appealed already/);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  screen.getByRole('textbox', { name: 'Email' });
});

test('a new person waits for the approval', async () => {
  refuse('awaiting_approval');
  const { user } = renderLogin();
  await signIn(user);
  await title('Your account waits for approval');
  screen.getByText(/An email tells you when you can sign in\.$/);
});

test('the refusal also shows after the second factor', async () => {
  refuse('second_factor_required', { challenge: 'c1', methods: ['totp'] });
  server.answer(loginSecond, () => {
    throw new AppError('suspended', { details: { until: null, reason: null, appealToken: 't' } });
  });
  const { user } = renderLogin();
  await signIn(user);
  await user.type(await screen.findByLabelText('Code of your authenticator app'), '123456');
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  await title('Your account is suspended');
  screen.getByText('Nobody here sees you, and you can’t use your account.');
});

test('the end of a session says why, and the way on is the sign-in', async () => {
  rememberRefusal({ code: 'suspended', until: null });
  const { user } = renderLogin(paths.home);
  // The gate does this after the end of a session.
  act(() => navigate(paths.login, { state: { from: paths.home, hasExpired: true } }));
  await title('Your account is suspended');
  screen.getByText(/^That’s why you were signed out\./);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
  screen.getByRole('textbox', { name: 'Email' });
  await waitFor(() => expect(refusalOfSession.read()).toBeUndefined());
});

test('somebody who opens the sign-in by themselves sees only the form', async () => {
  rememberRefusal({ code: 'banned', until: null });
  renderLogin();
  screen.getByRole('textbox', { name: 'Email' });
  await waitFor(() => expect(refusalOfSession.read()).toBeUndefined());
});

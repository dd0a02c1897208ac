import { register } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { getSite, type Site } from '@roost/contract/site';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleId } from '../../../test/support/sample-id.ts';
import { sampleSite } from '../../../test/support/sample-site.ts';
import { paths } from '../../paths.ts';
import { RegisterForm } from './register-form.tsx';

const person = {
  username: 'dora',
  email: 'dora@example.org',
  fullName: 'Dora Doe',
  password: 'nine birds on a wire',
};

async function fillIn(
  change: Partial<typeof person> = {},
  { shown = {}, query = '' }: { shown?: Partial<Site>; query?: string } = {},
) {
  server.answer(getSite, () => success(sampleSite(shown)));
  const { user } = renderApp(<RegisterForm />, {
    viewer: null,
    path: paths.register + query,
    route: paths.register,
  });
  await waitFor(() => expect(screen.getByText(/^By signing up, you accept/)).toBeTruthy());
  const typed = { ...person, ...change };
  await user.type(screen.getByRole('textbox', { name: 'Username' }), typed.username);
  await user.type(screen.getByRole('textbox', { name: 'Email' }), typed.email);
  await user.type(screen.getByRole('textbox', { name: 'Full name' }), typed.fullName);
  await user.type(screen.getByLabelText('Password'), typed.password);
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  return user;
}

test('a new person is registered and sent to the sign-in page', async () => {
  const asked = server.answer(register, () => ({ ...done(), userId: sampleId('dora') }));
  await fillIn();
  await screen.findByText('Registration successful! You can now log in.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ ...person, rulesVersion: 3 });
  await waitFor(() => expect(location.pathname).toBe(paths.login));
});

test('a taken name is shown at its field, which gets the focus', async () => {
  server.answer(register, () => {
    const message = 'This username is already taken.';
    throw new AppError('username_taken', { fields: [{ path: 'username', message }] });
  });
  const user = await fillIn();
  const field = await screen.findByRole('textbox', {
    name: 'Username',
    description: 'This username is already taken.',
  });
  expect(document.activeElement).toBe(field);
  await user.type(field, '_2');
  expect(screen.queryByText('This username is already taken.')).toBeNull();
});

test('the form refuses a short password by itself', async () => {
  await fillIn({ password: 'short' });
  await screen.findByText('Use at least 8 characters.');
});

test('the browser keeps neither the password nor a typed invite, also while the password is shown', async () => {
  server.answer(register, () => {
    throw new AppError('unavailable');
  });
  const user = await fillIn({}, { shown: { registration: 'invite' } });
  await user.type(screen.getByRole('textbox', { name: 'Invite code' }), 'sesame');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  await user.type(screen.getByLabelText('Password'), ' more');
  const stored = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]);
  expect(stored).toContain('dora@example.org');
  expect(stored).not.toMatch(/nine birds|sesame/);
});

const asked = () => server.answer(register, () => ({ ...done(), userId: sampleId('dora') }));

test('the code of an invite link is sent', async () => {
  const call = asked();
  await fillIn({}, { query: '?invite=abc' });
  await screen.findByText('Registration successful! You can now log in.');
  expect(call.mock.lastCall?.[0].body.invite).toBe('abc');
});

test('where an invite is needed, its field has the code of the link and shows the refusal', async () => {
  server.answer(register, () => {
    const message = 'This invite does not work, or not any more.';
    throw new AppError('invite_invalid', { fields: [{ path: 'invite', message }] });
  });
  await fillIn({}, { shown: { registration: 'invite' }, query: '?invite=abc' });
  const field = await screen.findByRole('textbox', {
    name: 'Invite code',
    description: 'This invite does not work, or not any more.',
  });
  expect((field as HTMLInputElement).value).toBe('abc');
});

test('without a code, the server decides whether the person needs one', async () => {
  const call = asked();
  await fillIn({}, { shown: { registration: 'invite' } });
  await screen.findByText('Registration successful! You can now log in.');
  expect(call.mock.lastCall?.[0].body).not.toHaveProperty('invite');
});

test('the form shows the rules', async () => {
  asked();
  await fillIn({}, { shown: { rules: [{ _id: sampleId('rule'), text: 'Be kind.' }] } });
  await screen.findByText('Rules of Nest');
  expect(screen.getByText('Be kind.')).toBeTruthy();
  expect(screen.getByText(/you accept these rules and the/)).toBeTruthy();
});

test('where an admin approves, a person may say why, and learns to wait', async () => {
  const call = server.answer(register, () => ({
    ...done(),
    userId: sampleId('dora'),
    data: { pending: true as const },
  }));
  const user = await fillIn({ password: 'short' }, { shown: { registration: 'approval' } });
  await user.type(
    screen.getByRole('textbox', { name: 'Why do you want to join?' }),
    'I keep bees.',
  );
  await user.type(screen.getByLabelText('Password'), ' but long enough');
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
  await screen.findByText(/You can sign in as soon as an admin/);
  expect(call.mock.lastCall?.[0].body.reason).toBe('I keep bees.');
  expect(location.pathname).toBe(paths.register);
});

test('the way to another page and back keeps what was typed, but not the password', async () => {
  server.answer(getSite, () => success(sampleSite()));
  const first = renderApp(<RegisterForm />, { viewer: null, path: paths.register });
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  await first.user.type(field('Username'), 'dora');
  await first.user.type(field('Email'), 'dora@example.org');
  await first.user.type(screen.getByLabelText('Password'), person.password);
  first.unmount();
  renderApp(<RegisterForm />, { viewer: null, path: paths.register });
  expect([field('Username').value, field('Email').value]).toEqual(['dora', 'dora@example.org']);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  expect(JSON.stringify(Object.values(sessionStorage))).not.toContain(person.password);
});

import { register } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleId } from '../../../test/support/sample-id.ts';
import { paths } from '../../paths.ts';
import { RegisterForm } from './register-form.tsx';

const person = {
  username: 'dora',
  email: 'dora@example.org',
  fullName: 'Dora Doe',
  password: 'nine birds on a wire',
};

async function fillIn(change: Partial<typeof person> = {}) {
  const { user } = renderApp(<RegisterForm />, {
    viewer: null,
    path: paths.register,
    route: paths.register,
  });
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
  expect(asked.mock.lastCall?.[0].body).toEqual(person);
  await waitFor(() => expect(location.pathname).toBe(paths.login));
});

test('a taken name is shown at its field, which gets the focus', async () => {
  server.answer(register, () => {
    const message = 'This username is already taken.';
    throw new AppError('username_taken', { fields: [{ path: 'username', message }] });
  });
  await fillIn();
  const field = await screen.findByRole('textbox', {
    name: 'Username',
    description: 'This username is already taken.',
  });
  expect(document.activeElement).toBe(field);
});

test('the form refuses a short password by itself', async () => {
  await fillIn({ password: 'short' });
  await screen.findByText('Use at least 8 characters.');
});

import { updatePassword } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { PasswordForm } from './password-form.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

async function change() {
  const { user } = renderApp(<PasswordForm />);
  await user.type(field('Current password'), 'old birds');
  await user.type(field('New password'), 'nine birds on a wire');
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

test('a changed password empties the form and says what it ended', async () => {
  const asked = server.answer(updatePassword, () => done('Changed.'));
  await change();
  await screen.findByText('Password changed. Your other sessions have been ended.');
  expect(asked.mock.lastCall?.[0].body).toEqual({
    oldpassword: 'old birds',
    newpassword: 'nine birds on a wire',
  });
  expect([field('Current password').value, field('New password').value]).toEqual(['', '']);
});

test('a wrong current password is shown at its field, and nothing is lost', async () => {
  server.answer(updatePassword, () => {
    throw new AppError('wrong_password');
  });
  await change();
  await expect
    .poll(() => screen.queryAllByText('Your current password is not right.').length)
    .toBeGreaterThan(0);
  expect(document.activeElement).toBe(field('Current password'));
  expect(field('New password').value).toBe('nine birds on a wire');
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { TextField } from './text-field.tsx';

const inputType = () => screen.getByLabelText<HTMLInputElement>('Password').type;

test('a password is hidden until the person shows it', async () => {
  const { user } = renderApp(<TextField label="Password" type="password" />);
  expect(inputType()).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password', pressed: false }));
  expect(inputType()).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Hide password', pressed: true }));
  expect(inputType()).toBe('password');
});

test('an error replaces the hint and describes the field', () => {
  const { rerender } = renderApp(<p>Page</p>);
  rerender(<TextField label="Username" hint="3 to 30 letters." />);
  screen.getByRole('textbox', { name: 'Username', description: '3 to 30 letters.' });
  rerender(<TextField label="Username" hint="3 to 30 letters." error="Already taken." />);
  screen.getByRole('textbox', { name: 'Username', description: 'Already taken.' });
  expect(screen.queryByText('3 to 30 letters.')).toBeNull();
});

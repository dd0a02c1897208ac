import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { keepTyped, restoreTyped } from '../../lib/page/typed-fields.ts';
import { TextField } from '../../ui/controls/text-field.tsx';
import { CodeField } from './code-field.tsx';

const fields = (
  <main id="content">
    <form>
      <TextField name="email" label="Email" type="email" />
      <TextField name="password" label="Password" type="password" />
      <CodeField allowsRecovery field={(label) => ({ name: 'code', label })} />
    </form>
  </main>
);
const kept = () => sessionStorage.getItem('roost:typed') ?? '';
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('the fields return once, without a password that is shown and without a recovery code', async () => {
  const { user, unmount } = renderApp(fields);
  await user.type(screen.getByLabelText('Email'), 'ann@example.org');
  await user.type(screen.getByLabelText('Password'), 'nine birds');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  await user.click(screen.getByRole('button', { name: /recovery code/ }));
  await user.type(screen.getByLabelText(/[Rr]ecovery code/), 'abcd-efgh');
  keepTyped();
  expect(kept()).toContain('ann@example.org');
  expect(kept()).not.toMatch(/nine birds|abcd-efgh/);
  unmount();

  renderApp(fields);
  restoreTyped()();
  expect(valueOf('Email')).toBe('ann@example.org');
  expect(valueOf('Password')).toBe('');
  expect(kept()).toBe('');
});

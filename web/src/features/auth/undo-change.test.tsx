import { AppError } from '@roost/contract/errors';
import { undoChange } from '@roost/contract/security';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { UndoChange } from './undo-change.tsx';

test('only a press undoes the change', async () => {
  const asked = server.answer(undoChange, () => done());
  const { user } = renderApp(<UndoChange token="t1" />, { viewer: null });
  expect(asked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Undo the change' }));
  await screen.findByText('The change is undone. We emailed you a link to choose a new password.');
  expect(asked.mock.lastCall?.[0].params).toEqual({ token: 't1' });
});

test('an old link says so', async () => {
  server.answer(undoChange, () => {
    throw new AppError('bad_token', { message: 'This link is invalid or has expired.' });
  });
  const { user } = renderApp(<UndoChange token="t1" />, { viewer: null });
  await user.click(screen.getByRole('button', { name: 'Undo the change' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link is invalid or has expired.',
  );
});

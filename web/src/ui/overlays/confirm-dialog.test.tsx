import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

function Example({ onConfirm }: { onConfirm: () => unknown }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete…
      </button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete message?"
        description="It will be gone for both of you."
        confirmLabel="Delete"
        danger
        onConfirm={onConfirm}
      />
    </>
  );
}

async function open(onConfirm: () => unknown) {
  const { user } = renderApp(<Example onConfirm={onConfirm} />);
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete message?' });
  return { user, dialog };
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

test('it says what will happen, and begins on the safe button', async () => {
  const { user } = await open(vi.fn());
  screen.getByRole('alertdialog', { description: 'It will be gone for both of you.' });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' })),
  );
  await user.keyboard('{Enter}');
  await expectClosed();
});

test('Cancel and Escape close it without the action', async () => {
  const onConfirm = vi.fn();
  const { user } = await open(onConfirm);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await expectClosed();
  await user.click(screen.getByRole('button', { name: 'Delete…' }));
  await screen.findByRole('alertdialog');
  await user.keyboard('{Escape}');
  await expectClosed();
  expect(onConfirm).not.toHaveBeenCalled();
});

test('it closes when the action is done, and the focus goes back', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { user } = await open(() => promise);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  screen.getByRole('alertdialog');
  resolve();
  await expectClosed();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete…' })),
  );
});

test('it closes after a failed action too', async () => {
  const { user } = await open(() => Promise.reject(new Error('no')));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await expectClosed();
});

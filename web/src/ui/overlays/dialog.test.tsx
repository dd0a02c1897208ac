import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { paths } from '../../paths.ts';
import { Dialog } from './dialog.tsx';

function Example({ keepsText }: { keepsText: boolean }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title="Edit bio" keepsText={keepsText}>
      <input aria-label="Bio" />
    </Dialog>
  );
}

async function typeInto(keepsText: boolean) {
  const { user } = renderApp(<Example keepsText={keepsText} />);
  const field = await screen.findByRole('textbox', { name: 'Bio' });
  // The first field has the focus.
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('Birds');
  return user;
}
const expectClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('it asks before typed text is lost, and Keep editing keeps it', async () => {
  const user = await typeInto(false);
  await user.keyboard('{Escape}');
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Bio' }).value).toBe('Birds');
});

test('Discard closes both dialogs', async () => {
  const user = await typeInto(false);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await expectClosed();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('it closes without a question if nothing was typed', async () => {
  const { user } = renderApp(<Example keepsText={false} />);
  await screen.findByRole('dialog', { name: 'Edit bio' });
  await user.keyboard('{Escape}');
  await expectClosed();
});

test('it closes without a question if the text is kept elsewhere', async () => {
  const user = await typeInto(true);
  await user.keyboard('{Escape}');
  await expectClosed();
});

test('at every width, Back closes it and keeps the page, and Forward does not open it again', async () => {
  renderApp(<Example keepsText />, { path: paths.bookmarks });
  await screen.findByRole('dialog', { name: 'Edit bio' });
  await waitFor(() => expect(history.state).toHaveProperty('sheets', 1));
  history.back();
  await expectClosed();
  expect(location.pathname).toBe(paths.bookmarks);
  const go = vi.spyOn(history, 'go');
  onTestFinished(() => go.mockRestore());
  history.forward();
  await waitFor(() => expect(go).toHaveBeenCalledWith(-1));
  await waitFor(() => expect(history.state).not.toHaveProperty('sheets'));
  expect(location.pathname).toBe(paths.bookmarks);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Back asks before typed text is lost', async () => {
  await typeInto(false);
  await waitFor(() => expect(history.state).toHaveProperty('sheets', 1));
  history.back();
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  expect(screen.getByLabelText<HTMLInputElement>('Bio').value).toBe('Birds');
});

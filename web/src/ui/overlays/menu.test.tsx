import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { Menu } from './menu.tsx';

const copy = vi.fn();
const remove = vi.fn();
const menu = (
  <Menu
    trigger={<button type="button">More</button>}
    items={[
      { label: 'Copy text', icon: <svg />, onSelect: copy },
      { label: 'Delete', icon: <svg />, danger: true, onSelect: remove },
    ]}
  />
);

test('a press opens it, and a press on an item acts once and closes it', async () => {
  const { user } = renderApp(menu);
  await user.click(screen.getByRole('button', { name: 'More', expanded: false }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(remove).toHaveBeenCalledOnce();
  expect(copy).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
});

test('the keyboard opens it, moves in it and closes it', async () => {
  const { user } = renderApp(menu);
  await user.tab();
  await user.keyboard('{Enter}');
  const popup = await screen.findByRole('menu', { name: 'More' });
  await waitFor(() => expect(document.activeElement).toBe(popup));
  await user.keyboard('{ArrowDown}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Copy text' })),
  );
  await user.keyboard('{End}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Delete' })),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More' })),
  );
});

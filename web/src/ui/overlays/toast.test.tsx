import { act, render, screen, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { announceLogout } from '../../lib/logout.ts';
import { FADE_OUT_MS } from '../fade-out.ts';
import { Dialog } from './dialog.tsx';
import { Toaster } from './toaster.tsx';
import { RETRY_TOAST_MS, UNDO_TOAST_MS, toast, TOAST_MS } from './toasts.ts';

afterEach(() => {
  vi.useRealTimers();
});

const toasts = () => within(screen.getByRole('region', { name: 'Notices' }));
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('a toast goes away by itself after a while', async () => {
  vi.useFakeTimers();
  renderApp(<p>Page</p>);
  act(() => toast.success('Link copied.'));
  toasts().getByText('Link copied.');
  await pass(TOAST_MS - 1);
  toasts().getByText('Link copied.');
  await pass(1);
  await pass(FADE_OUT_MS);
  expect(toasts().queryByText('Link copied.')).toBeNull();
});

test('a toast asked for before the code has loaded is shown', async () => {
  toast.info('Asked early');
  render(<Toaster />, { wrapper: StrictMode });
  expect(screen.queryByText('Asked early')).toBeNull();
  await screen.findByText('Asked early');
});

test('a toast stays while its button has the focus', async () => {
  vi.useFakeTimers();
  renderApp(<p>Page</p>);
  act(() => toast.info('That page doesn’t exist.'));
  act(() => toasts().getByRole('button', { name: 'Close' }).focus());
  await pass(TOAST_MS * 3);
  toasts().getByText('That page doesn’t exist.');
});

test('Close takes one toast away and leaves the others', async () => {
  const { user } = renderApp(<p>Page</p>);
  act(() => toast.error('First', 60_000));
  act(() => toast.error('Second', 60_000));
  await user.click(toasts().getAllByRole('button', { name: 'Close' })[0]!);
  await expect.poll(() => toasts().queryByText('First')).toBeNull();
  toasts().getByText('Second');
});

test('the same failure twice shows one toast', () => {
  renderApp(<p>Page</p>);
  act(() => toast.error('Roost can’t be reached.'));
  act(() => toast.error('Roost can’t be reached.'));
  expect(toasts().getAllByText('Roost can’t be reached.')).toHaveLength(1);
});

test('Try again repeats the action once and closes its toast', async () => {
  const again = vi.fn();
  const { user } = renderApp(<p>Page</p>);
  act(() => toast.retry('The like was not saved.', again));
  await user.click(toasts().getByRole('button', { name: 'Try again' }));
  expect(again).toHaveBeenCalledOnce();
  expect(toasts().queryByText('The like was not saved.')).toBeNull();
});

test('Undo takes back the action, and goes after five seconds', async () => {
  const undo = vi.fn();
  const { user } = renderApp(<p>Page</p>);
  act(() => toast.undo('Thread muted.', undo));
  await user.click(toasts().getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledOnce();
  expect(toasts().queryByText('Thread muted.')).toBeNull();
  vi.useFakeTimers();
  act(() => toast.undo('Thread muted.', undo));
  await pass(UNDO_TOAST_MS - 1_000);
  toasts().getByText('Thread muted.');
  await pass(2_000);
  expect(toasts().queryByText('Thread muted.')).toBeNull();
});

test('a toast with a button stays longer', async () => {
  vi.useFakeTimers();
  renderApp(<p>Page</p>);
  act(() => toast.retry('The like was not saved.', () => {}));
  await pass(RETRY_TOAST_MS - 1_000);
  toasts().getByText('The like was not saved.');
});

test('each retry button of the same failure stays, and replaces the toast without one', () => {
  renderApp(<p>Page</p>);
  act(() => toast.error('The like was not saved.'));
  act(() => toast.retry('The like was not saved.', () => {}));
  expect(toasts().getAllByText('The like was not saved.')).toHaveLength(1);
  act(() => {
    toast.retry('The like was not saved.', () => {});
    toast.error('The like was not saved.');
  });
  expect(toasts().getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
  expect(toasts().getAllByText('The like was not saved.')).toHaveLength(2);
});

test('a fifth toast removes the oldest', () => {
  renderApp(<p>Page</p>);
  act(() => ['1', '2', '3', '4', '5'].forEach((text) => toast.info(text)));
  expect(toasts().queryByText('1')).toBeNull();
  expect(toasts().getAllByRole('button', { name: 'Close' })).toHaveLength(4);
});

test('a fifth toast leaves the focus in another toast', async () => {
  renderApp(<p>Page</p>);
  act(() => ['1', '2', '3', '4'].forEach((text) => toast.info(text, 60_000)));
  const last = toasts().getAllByRole('button', { name: 'Close' }).at(-1)!;
  act(() => last.focus());
  act(() => toast.info('5', 60_000));
  expect(toasts().queryByText('1')).toBeNull();
  expect(document.activeElement).toBe(last);
});

test('many failures before the code has loaded become four toasts', async () => {
  for (let n = 0; n < 60; n += 1) toast.error(`Failure ${n}`);
  render(<Toaster />, { wrapper: StrictMode });
  await screen.findByText('Failure 59');
  expect(toasts().getAllByRole('button', { name: 'Close' })).toHaveLength(4);
});

test('a logout removes the toasts with a retry button', () => {
  renderApp(<p>Page</p>);
  act(() => toast.retry('The like was not saved.', () => {}));
  act(() => toast.info('Link copied.'));
  act(() => announceLogout('signedOut'));
  expect(toasts().queryByText('The like was not saved.')).toBeNull();
  toasts().getByText('Link copied.');
});

test('a toast over a dialog can be closed, and the dialog stays', async () => {
  const { user } = renderApp(
    <Dialog open onOpenChange={() => expect.unreachable()} title="Settings">
      Text
    </Dialog>,
  );
  await screen.findByRole('dialog');
  act(() => toast.info('Link copied.'));
  await user.click(toasts().getByRole('button', { name: 'Close' }));
  expect(toasts().queryByText('Link copied.')).toBeNull();
  screen.getByRole('dialog', { name: 'Settings' });
});

import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { FADE_OUT_MS } from '../fade-out.ts';
import { RETRY_TOAST_MS, TOAST_MS } from './toasts.ts';
import { toast } from './toast.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const notices = () => within(screen.getByRole('region', { name: 'Notices' }));
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));

test('a notice goes away by itself after a while', async () => {
  vi.useFakeTimers();
  renderApp(<p>Page</p>);
  act(() => toast.success('Link copied.'));
  notices().getByText('Link copied.');
  await pass(TOAST_MS - 1);
  notices().getByText('Link copied.');
  await pass(1);
  await pass(FADE_OUT_MS);
  expect(notices().queryByText('Link copied.')).toBeNull();
});

test('a notice stays while its button has the focus', async () => {
  vi.useFakeTimers();
  renderApp(<p>Page</p>);
  act(() => toast.info('That page doesn’t exist.'));
  act(() => notices().getByRole('button', { name: 'Close' }).focus());
  await pass(TOAST_MS * 3);
  notices().getByText('That page doesn’t exist.');
});

test('Close takes one notice away and leaves the others', async () => {
  const { user } = renderApp(<p>Page</p>);
  act(() => toast.error('First', 60_000));
  act(() => toast.error('Second', 60_000));
  await user.click(notices().getAllByRole('button', { name: 'Close' })[0]!);
  await expect.poll(() => notices().queryByText('First')).toBeNull();
  notices().getByText('Second');
});

test('the same failure twice shows one notice', () => {
  renderApp(<p>Page</p>);
  act(() => toast.error('Roost can’t be reached.'));
  act(() => toast.error('Roost can’t be reached.'));
  expect(notices().getAllByText('Roost can’t be reached.')).toHaveLength(1);
});

test('Try again repeats the action once and closes its notice', async () => {
  const again = vi.fn();
  const { user } = renderApp(<p>Page</p>);
  act(() => toast.retry('The like was not saved.', again));
  await user.click(notices().getByRole('button', { name: 'Try again' }));
  expect(again).toHaveBeenCalledOnce();
  expect(notices().queryByText('The like was not saved.')).toBeNull();
});

test('a notice with a button stays longer', async () => {
  vi.useFakeTimers();
  renderApp(<p>Page</p>);
  act(() => toast.retry('The like was not saved.', () => {}));
  await pass(RETRY_TOAST_MS - 1_000);
  notices().getByText('The like was not saved.');
});

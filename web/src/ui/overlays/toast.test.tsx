import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { FADE_OUT_MS } from '../fade-out.ts';
import { RETRY_TOAST_MS, TOAST_MS } from './toasts.ts';
import { toast } from './toast.tsx';

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

test('a toast with a button stays longer', async () => {
  vi.useFakeTimers();
  renderApp(<p>Page</p>);
  act(() => toast.retry('The like was not saved.', () => {}));
  await pass(RETRY_TOAST_MS - 1_000);
  toasts().getByText('The like was not saved.');
});

import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { EmptyState } from './empty-state.tsx';
import { ListEnd } from './list-end.tsx';
import { LoadError } from './load-error.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

const list = {
  isFetching: false,
  hasNextPage: true,
  isFetchNextPageError: false,
  fetchNextPage: vi.fn(async () => {}),
};
const end = (change: Partial<typeof list>) => (
  <ListEnd list={{ ...list, ...change }} count={10} ahead="800px" failed="No more rows came.">
    More rows
  </ListEnd>
);

test('a list that goes on shows placeholders', () => {
  renderApp(end({ isFetching: true }));
  screen.getByText('More rows');
});

test('a whole list shows nothing at its end', () => {
  renderApp(end({ hasNextPage: false }));
  expect(screen.queryByText('More rows')).toBeNull();
});

test('a page that failed says so, and a press loads it again', async () => {
  const { user } = renderApp(end({ isFetchNextPageError: true }));
  expect(screen.getByRole('alert').textContent).toContain('No more rows came.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(list.fetchNextPage).toHaveBeenCalledOnce();
});

test('offline, a failed load says that it is not saved, and loads by itself later', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  dispatchEvent(new Event('offline'));
  const retry = vi.fn();
  renderApp(<LoadError message="Failed to load profile." onRetry={retry} />);
  const alert = screen.getByRole('alert');
  expect(alert.textContent).toMatch(/^Failed to load profile.This is not saved for offline/);
  expect(retry).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  expect(retry).toHaveBeenCalledOnce();
  expect(alert.textContent).not.toContain('not saved');
  onLine.mockRestore();
});

test('a failed load without a second try has no button', () => {
  renderApp(<LoadError message="Failed to load preferences" />);
  screen.getByRole('alert');
  expect(screen.queryByRole('button')).toBeNull();
});

test('an empty page says one sentence and offers its action', () => {
  renderApp(<EmptyState title="No posts yet." action={<button type="button">Write</button>} />);
  screen.getByText('No posts yet.');
  screen.getByRole('button', { name: 'Write' });
});

test('screen readers hear what is loading', () => {
  renderApp(<SkeletonRows label="Loading posts" count={3} widths={['w-1/2']} row={() => <p />} />);
  expect(screen.getByRole('status').textContent).toBe('Loading posts');
});

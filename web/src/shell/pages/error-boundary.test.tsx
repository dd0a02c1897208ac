import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { ChunkLoadError } from '../../lib/page/load-chunk.ts';
import { Broken } from './broken.tsx';
import { ErrorBoundary } from './error-boundary.tsx';

let failure: Error | undefined;

function Page() {
  if (failure) throw failure;
  return <p>The page</p>;
}

beforeEach(() => {
  // React reports each caught error there.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const render = () =>
  renderApp(
    <ErrorBoundary>
      <Page />
    </ErrorBoundary>,
  );

test('a page that fails to render offers to reload', () => {
  failure = new Error('bug');
  render();
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong on this page.');
  screen.getByRole('button', { name: 'Reload' });
});

test('a page whose code did not load tries again on a press', async () => {
  failure = new ChunkLoadError('This part of the app could not be loaded.');
  const { user } = render();
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  failure = undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  screen.getByText('The page');
});

test('it tries again by itself when the network is back', async () => {
  failure = new ChunkLoadError('This part of the app could not be loaded.');
  render();
  failure = undefined;
  const hasNetwork = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void dispatchEvent(new Event('offline')));
  screen.getByRole('alert');
  hasNetwork.mockReturnValue(true);
  act(() => void dispatchEvent(new Event('online')));
  await screen.findByText('The page');
});

test('it tries again at once if the network came back before the error shows', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const error = new ChunkLoadError('This part of the app could not be loaded.');
  isOnline.mockReturnValue(true);
  const retry = vi.fn<() => void>();
  renderApp(<Broken error={error} onRetry={retry} />);
  expect(retry).toHaveBeenCalled();
});

test('a part that failed while the network was there waits for a press', () => {
  const retry = vi.fn<() => void>();
  renderApp(<Broken error={new ChunkLoadError('It could not be loaded.')} onRetry={retry} />);
  expect(retry).not.toHaveBeenCalled();
});

import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../test/support/render-app.tsx';
import { ChunkLoadError } from '../../lib/page/load-chunk.ts';
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
  failure = new ChunkLoadError('This part of Roost could not be loaded.');
  const { user } = render();
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  failure = undefined;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  screen.getByText('The page');
});

test('it tries again by itself when the network is back', async () => {
  failure = new ChunkLoadError('This part of Roost could not be loaded.');
  render();
  failure = undefined;
  dispatchEvent(new Event('online'));
  await screen.findByText('The page');
});

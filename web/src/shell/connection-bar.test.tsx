import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { renderApp } from '../../test/support/render-app.tsx';
import { setConnection } from '../lib/socket/connection.ts';
import { isServerAway } from '../lib/socket/network.ts';
import { ConnectionBar } from './connection-bar.tsx';

test('an app that opened without its server says so, and offers to connect again after the last attempt', () => {
  onTestFinished(() => {
    isServerAway.set(false);
    setConnection('off');
  });
  renderApp(<ConnectionBar />);
  expect(screen.getByRole('status').textContent).toBe('');
  act(() => isServerAway.set(true));
  screen.getByText(/^You’re offline/);
  act(() => setConnection('lost'));
  screen.getByRole('button', { name: 'Reconnect' });
  expect(screen.queryByText(/^You’re offline/)).toBeNull();
});

import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { RecentActivity } from './recent-activity.tsx';

const at = '2026-01-01T12:00:00.000Z';

test('an act of the operator names the operator, and no device', () => {
  renderApp(<RecentActivity recent={[{ at, what: 'factorsReset', device: '', address: '' }]} />);
  const row = screen.getByRole('listitem');
  expect(row.textContent).toMatch(
    /^Removed your authenticator app and recovery codesThe operator of this site/,
  );
  expect(row.textContent).not.toMatch(/device|·/);
});

test('every other act names the device and the address', () => {
  const unnamed = { at, what: 'signIn', device: '', address: '192.0.2.7' } as const;
  renderApp(<RecentActivity recent={[unnamed]} />);
  screen.getByText('Unknown device · 192.0.2.7');
});

import { getStorage } from '@roost/contract/media';
import { logout } from '@roost/contract/auth';
import { AppError } from '@roost/contract/errors';
import {
  deleteAccount,
  listExports,
  requestExport,
  type Export,
} from '@roost/contract/personal-data';
import { getLimits } from '@roost/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { paths } from '../../../paths.ts';
import { DataSettings } from './data-settings.tsx';

const working: Export = {
  _id: sampleId('export'),
  status: 'working',
  createdAt: '2026-01-01T12:00:00.000Z',
  expiresAt: '2026-01-08T12:00:00.000Z',
  bytes: null,
  url: null,
};

const MB = 1_048_576;
const storage = {
  storedBytes: 300 * MB,
  quotaBytes: 10_240 * MB,
  dayBytes: MB,
  dayLimitBytes: 2_048 * MB,
};

beforeEach(() => {
  server.answer(getLimits, sampleLimits);
  server.answer(getStorage, () => success(storage));
});

test('the storage shows what is used, and what was uploaded today', async () => {
  renderApp(<DataSettings />);
  const meter = await screen.findByRole('meter', { name: 'Storage' });
  expect(meter.getAttribute('aria-valuetext')).toBe('300 MB of 10 GB used');
  screen.getByText('300 MB of 10 GB used');
  screen.getByText('1 MB of 2 GB uploaded today');
});

test('a failed load of the storage can be repeated', async () => {
  server.answer(getStorage, () => {
    throw new AppError('unavailable');
  });
  const { user } = renderApp(<DataSettings />);
  const again = await screen.findByRole('button', { name: 'Try again' });
  server.answer(getStorage, () => success(storage));
  await user.click(again);
  await screen.findByText('300 MB of 10 GB used');
});

test('a copy is prepared, and can then be downloaded', async () => {
  const ready: Export = { ...working, status: 'ready', bytes: 3_000_000, url: '/api/file' };
  server.answer(requestExport, () => success({ exports: [working] }));
  server.answer(listExports, () => success({ exports: [ready] }));
  const { user } = renderApp(<DataSettings />);
  await user.click(screen.getByRole('button', { name: 'Ask for a copy' }));
  await screen.findByText(/Being prepared/);
  await screen.findByRole('button', { name: /^Download the copy of Jan 1, 2026/ });
  screen.getByText(/^2\.9 MB, available until Jan 8, 2026/);
});

test('the page shows earlier copies only on a press, because the list needs a proof', async () => {
  const asked = server.answer(listExports, () => success({ exports: [] }));
  const { user } = renderApp(<DataSettings />);
  expect(asked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Show my copies' }));
  await screen.findByText('You have no copy yet.');
});

test('a second copy in a day is refused with the reason', async () => {
  server.answer(requestExport, () => {
    throw new AppError('export_recent');
  });
  const { user } = renderApp(<DataSettings />);
  await user.click(screen.getByRole('button', { name: 'Ask for a copy' }));
  await screen.findByText('You can ask for your data once a day.');
});

test('the question names the day of the erasure', async () => {
  vi.setSystemTime('2026-01-01T12:00:00.000Z');
  onTestFinished(() => void vi.useRealTimers());
  const { user } = renderApp(<DataSettings />);
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = within(await screen.findByRole('alertdialog'));
  await question.findByText(
    'Posts, messages, pictures and followers are erased for good on Jan 15, 2026.',
  );
});

test('a deletion asks first, signs out and says until when the account can be kept', async () => {
  const asked = server.answer(deleteAccount, () =>
    success({ deletesAt: '2026-01-15T12:00:00.000Z' }),
  );
  server.answer(logout, () => done());
  const { user } = renderApp(<DataSettings />, { route: paths.home });
  await user.click(screen.getByRole('button', { name: 'Delete account' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(asked).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Delete account' }));
  await screen.findByText(/^Your account will be erased on Jan 15, 2026/);
  // The dialog first takes its own entry off the history.
  await waitFor(() => expect(location.pathname).toBe(paths.login));
});

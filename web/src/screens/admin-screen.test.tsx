import { getNumbers, listJobs, listPeople } from '@roost/contract/admin';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../test/support/fake-server.ts';
import { renderApp } from '../../test/support/render-app.tsx';
import { adminViewer, onePage } from '../../test/support/sample-admin.ts';
import { paths } from '../paths.ts';
import { AdminScreen } from './admin-screen.tsx';

const render = (path: string) => renderApp(<AdminScreen />, { viewer: adminViewer, path });
const nav = () => within(screen.getByRole('navigation', { name: 'Admin' }));

test('the page opens the first section, and the numbers lead to what they count', async () => {
  server.answer(listPeople, () =>
    success({ people: [], pagination: { ...onePage, totalPeople: 0 } }),
  );
  server.answer(getNumbers, () =>
    success({
      people: 1_234,
      pending: 2,
      newPeople: { day: 1, week: 5, month: 40 },
      activePeople: { day: 10, week: 50, month: 400 },
      posts: 9_000,
      newPosts: { day: 3, week: 30 },
      storedBytes: 2_300_000_000,
      failedJobs: 0,
    }),
  );
  const { user } = render(paths.admin);
  await screen.findByText('Nobody matches.');
  expect(location.pathname).toBe(paths.adminSection('people'));
  await user.click(nav().getByRole('link', { name: 'Numbers' }));
  await screen.findByText('1,234');
  screen.getByText('2.3 GB');
  const waiting = screen.getByRole('link', { name: '2' });
  expect(waiting.getAttribute('href')).toBe(`${paths.adminSection('people')}?status=pending`);
  expect(document.title).toBe('Numbers - Admin / Roost');
});

test('a failed job has its reason and the command that tries it again', async () => {
  const job = {
    _id: '17',
    name: 'sendMail',
    state: 'failed' as const,
    attempts: 3,
    maxAttempts: 3,
    runAt: '2026-01-01T00:00:00.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastError: 'no such mailbox',
  };
  const asked = server.answer(listJobs, ({ query }) => {
    const jobs = query.failed ? [job] : [job, { ...job, _id: '18', state: 'waiting' as const }];
    return success({ jobs, pagination: { ...onePage, totalJobs: jobs.length } });
  });
  const { user } = render(paths.adminSection('jobs'));
  await screen.findByText('no such mailbox');
  screen.getByText('Gave up after 3 of 3 tries');
  screen.getByText('npm run admin -- jobs retry 17');
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await screen.findByText('Waiting');
  expect(asked.mock.lastCall?.[0].query.failed).toBeUndefined();
});

test('an unknown section is an unknown page', async () => {
  renderApp(<AdminScreen />, {
    viewer: adminViewer,
    path: paths.adminSection('treasure'),
    route: paths.adminSection(':section'),
  });
  await screen.findByText(/^That page doesn’t exist/);
  expect(location.pathname).toBe(paths.home);
});

import { listPeople } from '@roost/contract/admin';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { adminViewer, onePage } from '../../../../test/support/sample-admin.ts';
import { PendingBadge } from './pending-badge.tsx';

const answer = (totalPeople: number) =>
  server.answer(listPeople, () => success({ people: [], pagination: { ...onePage, totalPeople } }));

test.each([
  [3, '3'],
  [51, '50+'],
])('%i registrations that wait are counted', async (total, text) => {
  const asked = answer(total);
  renderApp(<PendingBadge />, { viewer: adminViewer });
  await screen.findByText(text);
  screen.getByText(`${total} waiting,`);
  expect(asked.mock.lastCall?.[0].query).toMatchObject({ status: 'pending' });
});

test('without registrations that wait there is no badge', async () => {
  const asked = answer(0);
  const { container } = renderApp(<PendingBadge />, { viewer: adminViewer });
  await waitFor(() => expect(asked).toHaveBeenCalled());
  expect(container.querySelector('[data-count]')).toBeNull();
});

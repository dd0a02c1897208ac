import {
  deleteInvite,
  getSiteSettings,
  listInvites,
  makeInvite,
  updateSite,
} from '@roost/contract/admin';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { adminViewer, onePage, sampleSite } from '../../../../test/support/sample-admin.ts';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { alice } from '../../../../test/support/sample-posts.ts';
import { paths } from '../../../paths.ts';
import { siteDrafts } from '../site/site-drafts.ts';
import type { Invite } from './invites.query.ts';
import { RegistrationSection } from './registration-section.tsx';

const expiresAt = '2026-12-01T00:00:00.000Z';
const invite: Invite = {
  _id: sampleId('invite'),
  uses: 5,
  used: 2,
  expiresAt,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: alice,
};
let invites: Invite[];

beforeEach(() => {
  siteDrafts.set({});
  invites = [];
  server.answer(getSiteSettings, () => success(sampleSite));
  server.answer(listInvites, () =>
    success({ invites, pagination: { ...onePage, totalInvites: invites.length } }),
  );
});

const render = () => renderApp(<RegistrationSection />, { viewer: adminViewer });

test('a mode is saved when the admin says so', async () => {
  const asked = server.answer(updateSite, () => success({ ...sampleSite, registration: 'closed' }));
  const { user } = render();
  const closed = await screen.findByRole('radio', { name: 'Closed' });
  await user.click(closed);
  expect(asked).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/invites of this page do not work/);
  expect(asked.mock.lastCall?.[0].body).toEqual({ registration: 'closed' });
});

test('a new invite shows its link and its code once', async () => {
  const asked = server.answer(makeInvite, ({ body }) =>
    success({ _id: invite._id, code: 'abc-123', uses: body.uses, expiresAt }),
  );
  const { user } = render();
  const uses = await screen.findByRole('textbox', { name: 'How many people' });
  await user.clear(uses);
  await user.type(uses, '5');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Works for' }), '30 days');
  await user.click(screen.getByRole('button', { name: 'Make an invite' }));
  const made = within(await screen.findByRole('group', { name: 'New invite' }));
  made.getByText(`${location.origin}${paths.register}?invite=abc-123`);
  made.getByText('abc-123');
  const { body } = asked.mock.lastCall![0];
  expect(body.uses).toBe(5);
  expect(Date.parse(body.expiresAt!) / 86_400_000).toBeCloseTo(Date.now() / 86_400_000 + 30, 1);
  await user.click(made.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('abc-123')).toBeNull());
});

test.each(['0', '1.5', '10001', 'many'])('%j is no number of people', async (typed) => {
  const { user } = render();
  const uses = await screen.findByRole<HTMLInputElement>('textbox', { name: 'How many people' });
  await user.clear(uses);
  await user.type(uses, typed);
  await user.click(screen.getByRole('button', { name: 'Make an invite' }));
  await screen.findByText('Use a number from 1 to 10,000.');
  expect(uses.value).toBe(typed);
});

test('an invite says how often it works, and can be deleted', async () => {
  invites = [invite];
  const asked = server.answer(deleteInvite, () => {
    invites = [];
    return done('Invite deleted.');
  });
  const { user } = render();
  await screen.findByText('3 of 5 left');
  screen.getByText('@alice');
  await user.click(screen.getByRole('button', { name: 'Delete the invite with 3 of 5 left' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete the invite?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByText('There are no invites.');
  expect(asked.mock.lastCall?.[0].params).toEqual({ inviteId: invite._id });
});

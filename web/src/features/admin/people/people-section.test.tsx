import {
  approvePerson,
  forceReset,
  listPeople,
  refusePerson,
  setRole,
  type AdminPerson,
} from '@roost/contract/admin';
import { AppError } from '@roost/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { adminViewer, onePage, sampleAccount } from '../../../../test/support/sample-admin.ts';
import { paths } from '../../../paths.ts';
import { PeopleSection } from './people-section.tsx';

let people: AdminPerson[];
const here = paths.adminSection('people');

beforeEach(() => {
  people = [
    sampleAccount('wren', { status: 'pending', reason: 'I sing at dawn.' }),
    sampleAccount('robin', { role: 'moderator' }),
    sampleAccount('crow', { status: 'banned' }),
  ];
});

function render(path = here) {
  const asked = server.answer(listPeople, () =>
    success({ people, pagination: { ...onePage, totalPeople: people.length } }),
  );
  return { ...renderApp(<PeopleSection />, { viewer: adminViewer, path }), asked };
}

const row = async (name: string) =>
  within((await screen.findByText(`${name} of Roost`)).closest('li')!);

test('a row says who somebody is, and leads to the profile if others see it', async () => {
  render();
  const robin = await row('robin');
  robin.getByText('robin@example.org');
  robin.getByText('Moderator');
  expect(robin.getByRole('link').getAttribute('href')).toBe(paths.profile('robin'));
  const crow = await row('crow');
  crow.getByText('Banned');
  expect(crow.queryByRole('link')).toBeNull();
});

test('the filter is in the address and in the request', async () => {
  const { user, asked } = render(`${here}?status=banned`);
  await row('crow');
  expect(asked.mock.lastCall?.[0].query).toMatchObject({ status: 'banned' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Admin');
  await user.type(screen.getByRole('textbox', { name: 'Find people' }), 'cro');
  await waitFor(() => expect(location.search).toBe('?query=cro&role=admin&status=banned'));
  await waitFor(() =>
    expect(asked.mock.lastCall?.[0].query).toMatchObject({
      query: 'cro',
      role: 'admin',
      status: 'banned',
    }),
  );
});

test('an address with another word as its status filters nothing', async () => {
  const { asked } = render(`${here}?status=constructor`);
  await row('crow');
  expect(asked.mock.lastCall?.[0].query.status).toBeUndefined();
});

test('a person who waits is approved', async () => {
  const { user } = render();
  const wren = await row('wren');
  wren.getByText('I sing at dawn.');
  const asked = server.answer(approvePerson, () => {
    people = people.slice(1);
    return done('Approved.');
  });
  await user.click(wren.getByRole('button', { name: 'Approve @wren' }));
  await screen.findByText('Approved.');
  await waitFor(() => expect(screen.queryByText('wren of Roost')).toBeNull());
  expect(asked.mock.lastCall?.[0].params).toEqual({ userId: sampleAccount('wren')._id });
});

test('a refusal asks first', async () => {
  const { user } = render();
  const asked = server.answer(refusePerson, () => done('Refused.'));
  await user.click((await row('wren')).getByRole('button', { name: 'Refuse @wren' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Refuse @wren?' });
  expect(asked).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Refuse' }));
  await screen.findByText('Refused.');
});

test('if another admin was faster, the list shows what is true', async () => {
  const { user } = render();
  const wren = await row('wren');
  server.answer(approvePerson, () => {
    people = [];
    throw new AppError('conflict', { message: 'This person does not wait for approval.' });
  });
  await user.click(wren.getByRole('button', { name: 'Approve @wren' }));
  await screen.findByText('This person does not wait for approval.');
  await screen.findByText('Nobody matches.');
});

test('a role is chosen with what it means', async () => {
  const { user } = render();
  const asked = server.answer(setRole, ({ params: { userId }, body: { role } }) =>
    success({ _id: userId, role }, 'Role saved.'),
  );
  await user.click((await row('robin')).getByRole('button', { name: 'More about @robin' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change role' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Role of @robin' }));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Moderator' }).checked).toBe(true);
  await user.click(dialog.getByRole('radio', { name: 'Admin' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Role saved.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ role: 'admin' });
});

test('a password is reset after a question', async () => {
  const { user } = render();
  const asked = server.answer(forceReset, () => done('A link is on its way.'));
  await user.click((await row('crow')).getByRole('button', { name: 'More about @crow' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Reset password' }));
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Reset password' }));
  await screen.findByText('A link is on its way.');
  expect(asked.mock.lastCall?.[0].params).toEqual({ userId: sampleAccount('crow')._id });
});

test('an admin cannot change the own account', async () => {
  people = [{ ...sampleAccount('alice', { role: 'admin' }), _id: adminViewer._id }];
  render();
  const own = await row('alice');
  own.getByText('This is you');
  expect(own.queryByRole('button')).toBeNull();
});

test('without an authenticator app, the section leads to the security settings', async () => {
  server.answer(listPeople, () => {
    throw new AppError('second_factor_needed');
  });
  renderApp(<PeopleSection />, { viewer: adminViewer, path: here });
  const link = await screen.findByRole('link', { name: 'Set up an app' });
  expect(link.getAttribute('href')).toBe(paths.settingsSection('security'));
});

test('a failed list can be loaded again', async () => {
  server.answer(listPeople, () => {
    throw new AppError('internal', { message: 'Not now.' });
  });
  const { user } = renderApp(<PeopleSection />, { viewer: adminViewer, path: here });
  await screen.findByText('Not now.');
  server.answer(listPeople, () =>
    success({ people, pagination: { ...onePage, totalPeople: people.length } }),
  );
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await row('robin');
});

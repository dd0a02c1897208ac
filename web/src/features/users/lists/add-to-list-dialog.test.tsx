import { AppError } from '@roost/contract/errors';
import { addMember, createList, listLists, removeMember } from '@roost/contract/lists';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { done, server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { bob } from '../../../../test/support/sample-posts.ts';
import { AddToListDialog } from './add-to-list-dialog.tsx';

const [birds, work] = [sampleId('birds'), sampleId('work')];
const both = [
  { _id: birds, name: 'Birds', hasMember: true },
  { _id: work, name: 'Work', hasMember: false },
];

async function render(lists: typeof both) {
  server.answer(listLists, () => success({ lists }));
  const { user } = renderApp(<AddToListDialog person={bob} open onOpenChange={() => {}} />);
  await screen.findByRole('dialog', { name: 'Lists with @bob' });
  return user;
}

test('a press puts a person on a list, and another takes them off', async () => {
  const [added, removed] = [
    server.answer(addMember, () => done('Added.')),
    server.answer(removeMember, () => done('Removed.')),
  ];
  const user = await render(both);
  await user.click(await screen.findByRole('checkbox', { name: 'Work', checked: false }));
  await screen.findByRole('checkbox', { name: 'Work', checked: true });
  expect(added.mock.lastCall?.[0].params).toEqual({ listId: work, userId: bob._id });
  await user.click(screen.getByRole('checkbox', { name: 'Birds', checked: true }));
  await screen.findByRole('checkbox', { name: 'Birds', checked: false });
  expect(removed.mock.lastCall?.[0].params).toEqual({ listId: birds, userId: bob._id });
});

test('a full list stays unchecked, and says why', async () => {
  server.answer(addMember, () => {
    throw new AppError('list_full');
  });
  const user = await render(both);
  await user.click(await screen.findByRole('checkbox', { name: 'Work' }));
  await screen.findByText('This list is full. Take somebody off it first.');
  screen.getByRole('checkbox', { name: 'Work', checked: false });
});

test('without lists, the dialog makes one and puts the person on it', async () => {
  const created = server.answer(createList, ({ body }) => success({ _id: work, ...body }));
  const added = server.answer(addMember, () => done('Added.'));
  const user = await render([]);
  await screen.findByText('You have no lists yet.');
  await user.click(screen.getByRole('button', { name: 'New list' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  await user.click(screen.getByRole('button', { name: 'Create list' }));
  await screen.findByText('Enter a name.');
  await user.type(screen.getByLabelText('Name'), 'Work');
  server.answer(listLists, () =>
    success({ lists: [{ _id: work, name: 'Work', hasMember: true }] }),
  );
  await user.click(screen.getByRole('button', { name: 'Create list' }));
  const checkbox = await screen.findByRole('checkbox', { name: 'Work', checked: true });
  expect(document.activeElement).toBe(checkbox);
  expect(created.mock.lastCall?.[0].body).toEqual({ name: 'Work' });
  await expect
    .poll(() => added.mock.lastCall?.[0].params)
    .toEqual({ listId: work, userId: bob._id });
});

test('a refused name stays in the field', async () => {
  server.answer(createList, () => {
    throw new AppError('too_many_lists');
  });
  const user = await render([]);
  await user.click(await screen.findByRole('button', { name: 'New list' }));
  await user.type(screen.getByLabelText('Name'), 'One more');
  await user.click(screen.getByRole('button', { name: 'Create list' }));
  await screen.findByText('You have as many lists as possible. Delete one first.');
  screen.getByDisplayValue('One more');
});

test('lists that do not load can be loaded again', async () => {
  server.answer(listLists, () => {
    throw new AppError('unavailable');
  });
  const { user } = renderApp(<AddToListDialog person={bob} open onOpenChange={() => {}} />);
  await screen.findByText('Your lists could not be loaded.');
  server.answer(listLists, () => success({ lists: both }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('checkbox', { name: 'Birds' });
});

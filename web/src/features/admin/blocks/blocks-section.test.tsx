import { getSiteBlocks, setSiteBlocks } from '@roost/contract/admin';
import { AppError } from '@roost/contract/errors';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { adminViewer } from '../../../../test/support/sample-admin.ts';
import type { BlockLists } from './blocked-lines.ts';
import { blockDrafts } from './blocks.query.ts';
import { BlocksSection } from './blocks-section.tsx';

let stored: BlockLists;

beforeEach(() => {
  blockDrafts.set({});
  stored = { mailDomains: ['spam.example'], addresses: [] };
  server.answer(getSiteBlocks, () => success(stored));
});

function render() {
  const asked = server.answer(setSiteBlocks, ({ body }) => success(body));
  return { ...renderApp(<BlocksSection />, { viewer: adminViewer }), asked };
}

const domains = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Blocked email domains' });
const addresses = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Blocked addresses' });
const save = () => screen.getByRole('button', { name: 'Save' });

test('each line is an entry, and what another admin added stays', async () => {
  const { user, asked } = render();
  await user.type(await domains(), '\n junk.example \n');
  stored = { ...stored, mailDomains: ['spam.example', 'theirs.example'] };
  await user.click(save());
  await screen.findByText('Saved.');
  expect(asked.mock.lastCall?.[0].body).toEqual({
    mailDomains: ['spam.example', 'theirs.example', 'junk.example'],
    addresses: [],
  });
  expect((await domains()).value).toBe('spam.example\ntheirs.example\njunk.example');
});

test('a refused line is named, what is typed stays, and a press selects the line', async () => {
  const { user } = render();
  server.answer(setSiteBlocks, () => {
    const message = 'Use addresses or ranges such as 192.0.2.0/24.';
    throw new AppError('bad_input', { message, fields: [{ path: 'addresses.1', message }] });
  });
  await user.type(await addresses(), '192.0.2.1\n\n192.0.2.9');
  await user.click(save());
  const problem = await screen.findByRole('button', { name: /^Line 3: “192\.0\.2\.9”\./ });
  const box = await addresses();
  expect(box.value).toBe('192.0.2.1\n\n192.0.2.9');
  await user.click(problem);
  expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe('192.0.2.9');
});

test('the refusal of the own address is about the whole list', async () => {
  const { user } = render();
  server.answer(setSiteBlocks, () => {
    const message = 'One of these ranges contains your own address.';
    throw new AppError('bad_input', { message, fields: [{ path: 'addresses', message }] });
  });
  await user.type(await addresses(), '127.0.0.1');
  await user.click(save());
  await screen.findByText('One of these ranges contains your own address.');
  expect((await addresses()).getAttribute('aria-invalid')).toBe('true');
  expect((await domains()).getAttribute('aria-invalid')).toBeNull();
});

test('the own mail domain needs a second yes', async () => {
  const { user, asked } = render();
  await user.type(await domains(), '\nexample.org');
  await user.click(save());
  const dialog = await screen.findByRole('alertdialog', { name: 'Block your own email domain?' });
  within(dialog).getByText(/alice@example\.org/);
  expect(asked).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Block it' }));
  await screen.findByText('Saved.');
});

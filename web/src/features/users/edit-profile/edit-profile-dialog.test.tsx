import { AppError } from '@roost/contract/errors';
import { getLimits, updateUser } from '@roost/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { viewer } from '../../../../test/support/sample-posts.ts';
import { useViewer } from '../../auth/viewer.ts';
import { EditProfileDialog } from './edit-profile-dialog.tsx';

function Example() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <h1>{useViewer().fullName}</h1>
      <EditProfileDialog open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

async function rename(fullName: string) {
  const { user } = renderApp(<Example />);
  const name = await screen.findByRole('textbox', { name: 'Full Name' });
  await user.clear(name);
  if (fullName !== '') await user.type(name, fullName);
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  return user;
}

beforeEach(() => {
  server.answer(getLimits, sampleLimits);
});

test('a new name is saved, shown behind the dialog, and the dialog closes', async () => {
  const saved = server.answer(updateUser, ({ body: { fullName = '' } }) => {
    const user = { ...viewer, fullName };
    return success({ ...user, user });
  });
  await rename('Alice Ace');
  await screen.findByText('Profile updated successfully!');
  expect(saved.mock.lastCall?.[0].body).toEqual({ fullName: 'Alice Ace' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  screen.getByRole('heading', { name: 'Alice Ace' });
});

test('a refusal keeps the dialog with the typed name', async () => {
  server.answer(updateUser, () => {
    throw new AppError('unavailable');
  });
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => scrolled.mockRestore());
  const user = await rename('Alice Ace');
  expect((await screen.findByRole('alert')).textContent).toMatch(/not available right now/);
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Full Name' });
  expect(name.value).toBe('Alice Ace');
  expect(scrolled).toHaveBeenCalled();
  scrolled.mockClear();
  // The keys must not scroll away from the field.
  await user.type(name, ' II');
  expect(scrolled).not.toHaveBeenCalled();
});

test('without a change it sends nothing and says so', async () => {
  await rename(viewer.fullName);
  await screen.findByText('Please provide at least one field to update.');
});

test('an empty name beside a bio is refused at its field', async () => {
  const { user } = renderApp(<Example />);
  await user.type(await screen.findByRole('textbox', { name: 'Bio' }), 'Walks a lot.');
  await user.clear(screen.getByRole('textbox', { name: 'Full Name' }));
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  const name = screen.getByRole('textbox', { name: 'Full Name', description: 'Enter your name.' });
  expect(document.activeElement).toBe(name);
});

test('a bio that is too long is refused at its field', async () => {
  const { user } = renderApp(<Example />);
  const bio = await screen.findByRole('textbox', { name: 'Bio' });
  await user.clear(bio);
  await user.click(bio);
  await user.paste('a'.repeat(161));
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  screen.getByRole('textbox', {
    name: 'Bio',
    description: '161 / 160 Use at most 160 characters.',
  });
});

test('a wrong link is named at its field and selected', async () => {
  const { user } = renderApp(<Example />);
  const links = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Links' });
  await user.click(links);
  await user.paste('https://bees.example/\nbees.example');
  await user.click(screen.getByRole('button', { name: 'Update Profile' }));
  screen.getByRole('textbox', {
    name: 'Links',
    description: 'Link 2, “bees.example”, does not begin with http:// or https://.',
  });
  expect(document.activeElement).toBe(links);
  const { value, selectionStart, selectionEnd } = links;
  expect(value.slice(selectionStart, selectionEnd)).toBe('bees.example');
});

test('an error of the server shows at its field', async () => {
  server.answer(updateUser, () => {
    throw new AppError('bad_input', {
      fields: [{ path: 'fullName', message: 'This name is not allowed.' }],
    });
  });
  await rename('Alice Ace');
  await screen.findByRole('textbox', {
    name: 'Full Name',
    description: 'This name is not allowed.',
  });
});

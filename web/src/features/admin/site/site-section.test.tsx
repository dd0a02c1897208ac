import { getSiteSettings, updateSite } from '@roost/contract/admin';
import { AppError } from '@roost/contract/errors';
import type { Site } from '@roost/contract/site';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { adminViewer, sampleSite } from '../../../../test/support/sample-admin.ts';
import { siteDrafts } from './site-drafts.ts';
import { SiteSection } from './site-section.tsx';

let stored: Site;

beforeEach(() => {
  siteDrafts.set({});
  stored = sampleSite;
  server.answer(getSiteSettings, () => success(stored));
});

const box = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

/** Renders the section on a server that takes every change. */
function render() {
  const asked = server.answer(updateSite, ({ body }) => {
    const { rules = stored.rules, ...given } = body;
    stored = {
      ...stored,
      ...(given as Partial<Site>),
      rules: rules.map(({ _id = crypto.randomUUID(), text }) => ({ _id, text })),
    };
    return success(stored);
  });
  return { ...renderApp(<SiteSection />, { viewer: adminViewer }), asked };
}

async function retype(user: ReturnType<typeof render>['user'], name: string, text: string) {
  await user.clear(await box(name));
  await user.type(await box(name), text);
}

test('only what changed is sent, and the bar goes', async () => {
  const { user, asked } = render();
  await box('Name');
  expect(screen.queryByText('Not saved yet')).toBeNull();
  await retype(user, 'Name', 'Aviary');
  await user.click(button('Save'));
  await screen.findByText('Saved.');
  expect(asked.mock.lastCall?.[0].body).toEqual({ name: 'Aviary' });
  expect(screen.queryByText('Not saved yet')).toBeNull();
});

test('a draft stays while the admin looks at another page, until it is discarded', async () => {
  const { user, unmount } = render();
  await retype(user, 'Contact', 'me@example.org');
  unmount();
  const next = render();
  expect((await box('Contact')).value).toBe('me@example.org');
  await next.user.click(button('Discard'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  await next.user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await expect.poll(async () => (await box('Contact')).value).toBe('birds@example.org');
});

test('a browser that closes asks while something is not saved', async () => {
  const { user } = render();
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(isAsked()).toBe(false);
  await retype(user, 'Contact', 'me@example.org');
  expect(isAsked()).toBe(true);
  await user.click(button('Save'));
  await screen.findByText('Saved.');
  expect(isAsked()).toBe(false);
});

test('errors are at their fields, and what is typed stays', async () => {
  const { user, asked } = render();
  await retype(user, 'Languages', 'English');
  await user.clear(await box('Rule 2'));
  await user.click(button('Save'));
  await screen.findByText('“English” is no language tag. Use tags such as en or pt-BR.');
  screen.getByText('Enter the rule, or remove it.');
  expect((await box('Languages')).value).toBe('English');
  expect(asked).not.toHaveBeenCalled();
});

test('an error of the server is at its field', async () => {
  const { user } = render();
  server.answer(updateSite, () => {
    const message = 'This is no name.';
    throw new AppError('bad_input', { message, fields: [{ path: 'name', message }] });
  });
  await retype(user, 'Name', 'Aviary');
  await user.click(button('Save'));
  await screen.findByText('This is no name.');
  expect((await box('Name')).getAttribute('aria-invalid')).toBe('true');
});

test('rules are added, moved by the keyboard and removed, and keep their ids', async () => {
  const { user, asked } = render();
  await user.click(await screen.findByRole('button', { name: 'Add a rule' }));
  expect(document.activeElement).toBe(await box('Rule 3'));
  await user.keyboard('Sing.');
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  screen.getByText('It is rule 2 now.');
  expect(document.activeElement).toBe(await box('Rule 2'));
  await user.click(button('Move rule 1 down'));
  expect(document.activeElement).toBe(button('Move rule 2 down'));
  await user.click(button('Remove rule 3'));
  await user.click(button('Save'));
  await screen.findByText('Saved.');
  expect(asked.mock.lastCall?.[0].body).toEqual({
    rules: [{ text: 'Sing.' }, sampleSite.rules[0]],
  });
});

test('the first rule cannot move up', async () => {
  const { user } = render();
  await user.click(await screen.findByRole('button', { name: 'Move rule 1 up' }));
  expect((await box('Rule 1')).value).toBe('Be kind.');
});

describe('if another admin was faster', () => {
  async function clash() {
    const { user, asked } = render();
    await retype(user, 'Name', 'Aviary');
    stored = { ...stored, name: 'Eyrie', description: 'High up.' };
    await user.click(button('Save'));
    await screen.findByText('Another admin changed this meanwhile: Name.');
    expect(asked).not.toHaveBeenCalled();
    expect((await box('Description')).value).toBe('High up.');
    return { user, asked };
  }

  test('the other name can stay', async () => {
    const { user } = await clash();
    await user.click(button('Take theirs'));
    expect((await box('Name')).value).toBe('Eyrie');
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  test('the own name can replace it', async () => {
    const { user, asked } = await clash();
    await user.click(button('Save mine'));
    await screen.findByText('Saved.');
    expect(asked.mock.lastCall?.[0].body).toEqual({ name: 'Aviary' });
  });
});

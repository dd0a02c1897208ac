import { AppError } from '@roost/contract/errors';
import { updateUser } from '@roost/contract/users';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { viewer } from '../../../../test/support/sample-posts.ts';
import { LanguageSettings } from './language-settings.tsx';

/** The language in which the browser loads the page again. */
const nextLanguage = () => /roost-language=(\w+)/.exec(document.cookie)?.[1];

afterEach(() => void (document.cookie = 'roost-language=; Path=/; Max-Age=0'));

const language = (name: string) => screen.getByRole('button', { name });
const isChosen = (name: string) => language(name).getAttribute('aria-pressed') === 'true';

test('each language has its own name, and that of the page is chosen', () => {
  renderApp(<LanguageSettings />);
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['English', 'العربية', 'Deutsch', 'Español', 'हिन्दी']);
  expect(isChosen('English')).toBe(true);
});

test('a choice is sent, and then the page loads again', async () => {
  server.answer(updateUser, () => success({ ...viewer, user: viewer }));
  const { user } = renderApp(<LanguageSettings />);
  await user.click(language('Deutsch'));
  await waitFor(() => expect(nextLanguage()).toBe('de'));
});

test('the keys that move between the languages choose none', async () => {
  const { user } = renderApp(<LanguageSettings />);
  language('English').focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await user.tab();
  expect(language('العربية')).toBe(document.activeElement);
  expect(isChosen('English')).toBe(true);
  expect(nextLanguage()).toBeUndefined();
});

test('a refused choice shows why, and the language stays', async () => {
  server.answer(updateUser, () => {
    throw new AppError('unavailable');
  });
  const { user } = renderApp(<LanguageSettings />);
  await user.click(language('Español'));
  await screen.findByText(/not available right now/);
  expect(isChosen('English')).toBe(true);
  expect(language('Español').matches(':disabled')).toBe(false);
  expect(nextLanguage()).toBeUndefined();
});

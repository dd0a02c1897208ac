import { listSessions } from '@roost/contract/auth';
import { getSecurity } from '@roost/contract/security';
import { getPrivacy } from '@roost/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { server, success } from '../../test/support/fake-server.ts';
import { renderApp } from '../../test/support/render-app.tsx';
import { sampleSecurity } from '../../test/support/sample-security.ts';
import { samplePrivacy } from '../../test/support/sample-privacy.ts';
import { paths } from '../paths.ts';
import { SettingsScreen } from './settings-screen.tsx';

beforeEach(() => {
  server.answer(listSessions, () => success([]));
  server.answer(getSecurity, () => success(sampleSecurity));
  server.answer(getPrivacy, () => success(samplePrivacy));
});

/** Makes the window as narrow as a phone. */
function onPhone(): void {
  const wide = matchMedia;
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(wide(media), { matches: media === '(width < 48rem)' }),
  );
  onTestFinished(() => void vi.stubGlobal('matchMedia', wide));
}

const heading = (level: number) => screen.getByRole('heading', { level }).textContent;
const nav = () => within(screen.getByRole('navigation', { name: 'Settings' }));

test('a wide window opens the first section, and the others are a press away', async () => {
  const { user } = renderApp(<SettingsScreen />, { path: paths.settings });
  await screen.findByRole('heading', { name: 'Password' });
  expect(location.pathname).toBe(paths.settingsSection('security'));
  expect(nav().getByRole('link', { name: 'Security' }).getAttribute('aria-current')).toBe('page');
  await user.click(nav().getByRole('link', { name: 'Appearance' }));
  screen.getByRole('group', { name: 'Theme' });
  expect(document.title).toBe('Appearance - Settings / Roost');
  // The navigation stays, so the focus stays on the pressed link.
  expect(document.activeElement?.textContent).toBe('Appearance');
});

test('a phone lists the sections, and each is a page with a way back', async () => {
  onPhone();
  const { user } = renderApp(<SettingsScreen />, { path: paths.settings });
  expect(heading(1)).toBe('Settings');
  await user.click(nav().getByRole('link', { name: /^Privacy/ }));
  expect(heading(1)).toBe('Privacy');
  screen.getByRole('combobox', { name: 'Who can message me?' });
  expect(screen.queryByRole('navigation', { name: 'Settings' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await expect.poll(() => heading(1)).toBe('Settings');
});

test('an unknown section is an unknown page', async () => {
  renderApp(<SettingsScreen />, {
    path: paths.settingsSection('nonsense'),
    route: paths.settingsSection(':section'),
  });
  await screen.findByText('That page doesn’t exist. Check its address.');
  expect(location.pathname).toBe(paths.home);
});

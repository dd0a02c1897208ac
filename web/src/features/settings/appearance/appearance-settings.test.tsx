import { screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { contrastChoice, density, textSize, watchDisplay } from '../../../lib/page/display.ts';
import { dataSaver, savesData } from '../../../lib/page/saves-data.ts';
import { hasAltReminder } from '../../compose/attachments/alt-texts/alt-reminder-choice.ts';
import { MediaSettings } from './media-settings.tsx';
import { ReadingSettings } from './reading-settings.tsx';

const root = document.documentElement;
const option = (group: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: group })).getByRole('radio', { name });

beforeAll(watchDisplay);
beforeEach(() => localStorage.clear());
afterEach(() => {
  textSize.set('normal');
  contrastChoice.set('system');
  density.set('comfortable');
  dataSaver.set('system');
  hasAltReminder.set(true);
});

test.each([
  ['Text size', 'Larger', 'textSize', 'larger', 'roost:text-size', 'larger', 'Normal'],
  ['More contrast', 'On', 'contrast', 'more', 'roost:contrast', 'on', 'Automatic'],
  ['Density', 'Compact', 'density', 'compact', 'roost:density', 'compact', 'Comfortable'],
])('%s acts at once, and the browser keeps it', async (...row) => {
  const [group, name, attribute, value, key, kept, usual] = row;
  const { user } = renderApp(<ReadingSettings />);
  const before = root.dataset[attribute];
  expect(option(group, usual)).toHaveProperty('checked', true);
  await user.click(option(group, name));
  expect(root.dataset[attribute]).toBe(value);
  expect(localStorage.getItem(key)).toBe(kept);
  await user.click(option(group, usual));
  expect(root.dataset[attribute]).toBe(before);
  expect(localStorage.getItem(key)).toBeNull();
});

test('a post shows the choices, and no key reaches it', () => {
  renderApp(<ReadingSettings />);
  const preview = screen.getByText(/looks like this/).closest('figure');
  expect(preview?.querySelector('article')?.closest('[inert]')).not.toBeNull();
});

test('another tab’s choice appears here', () => {
  renderApp(<ReadingSettings />);
  localStorage.setItem('roost:text-size', 'large');
  dispatchEvent(new StorageEvent('storage', { key: 'roost:text-size' }));
  expect(root.dataset['textSize']).toBe('large');
});

test('the data saver follows the browser until the person chooses', async () => {
  Object.defineProperty(navigator, 'connection', {
    value: { saveData: true },
    configurable: true,
  });
  const { user } = renderApp(<MediaSettings />);
  expect(savesData()).toBe(true);
  await user.click(option('Data saver', 'Off'));
  expect(savesData()).toBe(false);
  Reflect.deleteProperty(navigator, 'connection');
  await user.click(option('Data saver', 'On'));
  expect(savesData()).toBe(true);
});

test('the reminder of alt texts can be turned off and on', async () => {
  const { user } = renderApp(<MediaSettings />);
  const reminder = screen.getByRole('switch', { name: 'Remind me of alt texts' });
  expect(reminder).toHaveProperty('checked', true);
  await user.click(reminder);
  expect(hasAltReminder.get()).toBe(false);
  await user.click(reminder);
  expect(localStorage.getItem('roost:alt-reminder')).toBeNull();
});

import { onOtherTab, storedText } from '../storage.ts';
import { createStore, useStore } from '../store.ts';

/** `public/theme.js` applies the same choices before the first paint. Change both files together. */
export const themeChoices = ['system', 'light', 'dim', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const KEY = 'theme';
const stored = storedText('localStorage', KEY);
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

const choice = createStore(storedChoice());

export const useThemeChoice = (): ThemeChoice => useStore(choice);

/** If the browser refuses storage, the choice lasts as long as the page. */
export function chooseTheme(chosen: ThemeChoice): void {
  stored.write(chosen === 'system' ? undefined : chosen);
  show(chosen);
}

/** Applies changes of the system's setting and choices that a person makes in another tab. */
export function watchTheme(): void {
  const refresh = () => show(storedChoice());
  refresh();
  prefersDark().addEventListener('change', refresh);
  onOtherTab(refresh, KEY);
}

function show(chosen: ThemeChoice): void {
  choice.set(chosen);
  const theme = chosen === 'system' ? (prefersDark().matches ? 'dark' : 'light') : chosen;
  document.documentElement.dataset['theme'] = theme;
  const page = getComputedStyle(document.documentElement).getPropertyValue('--page');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page.trim());
}

function storedChoice(): ThemeChoice {
  const text = stored.read();
  return themeChoices.find((choice) => choice === text) ?? 'system';
}

import { useSyncExternalStore } from 'react';

/** `public/theme.js` does the same before the first paint; keep the two alike. */
export const themeChoices = ['system', 'light', 'dim', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const KEY = 'theme';
const listeners = new Set<() => void>();
const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');

export function themeChoice(): ThemeChoice {
  const stored = readStored();
  return themeChoices.find((choice) => choice === stored) ?? 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // Storage can be refused; the choice then lasts as long as the page.
  }
  applyTheme(choice);
  for (const listener of listeners) listener();
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

/** Follows the system's setting and the choice made in another tab. */
export function watchTheme(): void {
  const refresh = () => {
    applyTheme(themeChoice());
    for (const listener of listeners) listener();
  };
  refresh();
  prefersDark().addEventListener('change', refresh);
  addEventListener('storage', (event) => event.key === KEY && refresh());
}

function applyTheme(choice: ThemeChoice): void {
  const theme = choice === 'system' ? (prefersDark().matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = theme;
  const page = getComputedStyle(document.documentElement).getPropertyValue('--page');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page.trim());
}

function readStored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

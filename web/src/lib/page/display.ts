import { deviceChoice } from '../device-choice.ts';

/** How the pages look in this browser. `public/theme.js` applies the same choices before the first paint. Change both files together. */
export const themeChoices = ['system', 'light', 'dim', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];
export const themeChoice = deviceChoice('theme', themeChoices, 'system');

const textSizes = ['small', 'normal', 'large', 'larger'] as const;
export const textSize = deviceChoice('roost:text-size', textSizes, 'normal');

/** `system` follows the setting of the device. */
const contrastChoices = ['system', 'on', 'off'] as const;
export const contrastChoice = deviceChoice('roost:contrast', contrastChoices, 'system');

const densities = ['comfortable', 'compact'] as const;
export const density = deviceChoice('roost:density', densities, 'comfortable');

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)');
const prefersContrast = () => matchMedia('(prefers-contrast: more)');

/** Applies the choices, also those of another tab, and changes of the system's settings. */
export function watchDisplay(): void {
  show();
  for (const choice of [themeChoice, textSize, contrastChoice, density]) choice.subscribe(show);
  for (const query of [prefersDark(), prefersContrast()]) query.addEventListener('change', show);
}

function show(): void {
  const theme = themeChoice.get();
  const contrast = contrastChoice.get();
  const hasContrast = contrast === 'system' ? prefersContrast().matches : contrast === 'on';
  const root = document.documentElement;
  Object.assign(root.dataset, {
    theme: theme === 'system' ? (prefersDark().matches ? 'dark' : 'light') : theme,
    textSize: textSize.get(),
    contrast: hasContrast ? 'more' : 'normal',
    density: density.get(),
  });
  const page = getComputedStyle(root).getPropertyValue('--page');
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', page.trim());
}

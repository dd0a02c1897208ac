import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { PauseButton } from './pause-button.tsx';

test('the buttons of a video that is shown twice agree', async () => {
  // Videos play by themselves only for people who do not prefer reduced motion.
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(pointer: fine)' }),
  );
  const { user } = renderApp(
    <>
      <PauseButton id="shown-twice" />
      <PauseButton id="shown-twice" />
      <PauseButton id="another" />
    </>,
  );
  await user.click(screen.getAllByRole('button', { name: 'Pause video' })[0]!);
  expect(screen.getAllByRole('button', { name: 'Play video' })).toHaveLength(2);
  await user.click(screen.getAllByRole('button', { name: 'Play video' })[1]!);
  expect(screen.getAllByRole('button', { name: 'Pause video' })).toHaveLength(3);
});

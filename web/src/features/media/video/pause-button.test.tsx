import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { allowMotion, showEverythingInView } from '../../../../test/support/fake-view.ts';
import { PauseButton } from './pause-button.tsx';
import { PictureAutoplay } from './picture-autoplay.tsx';

showEverythingInView();

test('with reduced motion a video has no button', () => {
  renderApp(<PauseButton _id="video" type="video" />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('with reduced motion a picture moves only while the person plays it', async () => {
  const onMove = vi.fn<(isMoving: boolean) => void>();
  const { user } = renderApp(<PictureAutoplay id="picture" onMove={onMove} />);
  await user.click(await screen.findByRole('button', { name: 'Play picture' }));
  expect(onMove).toHaveBeenLastCalledWith(true);
  expect(onMove.mock.calls.filter(([isMoving]) => isMoving)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Pause picture' }));
  expect(onMove).toHaveBeenLastCalledWith(false);
});

test('one plays by itself, and the buttons of what is shown twice agree', async () => {
  allowMotion();
  const [first, second] = [vi.fn(), vi.fn()];
  const { user } = renderApp(
    <>
      <PictureAutoplay id="shown-twice" onMove={first} />
      <PauseButton _id="shown-twice" type="video" />
      <PictureAutoplay id="another" onMove={second} />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Pause video' }));
  expect(screen.getAllByRole('button', { name: /^Play/ })).toHaveLength(3);
  expect(first).toHaveBeenLastCalledWith(false);
  expect(second).not.toHaveBeenCalledWith(true);

  await user.click(screen.getAllByRole('button', { name: 'Play picture' })[1]!);
  expect(second).toHaveBeenLastCalledWith(true);

  await user.click(screen.getByRole('button', { name: 'Pause picture' }));
  expect(screen.getAllByRole('button', { name: /^Play/ })).toHaveLength(3);

  await user.click(screen.getByRole('button', { name: 'Play video' }));
  screen.getByRole('button', { name: 'Pause video' });
  expect(first).toHaveBeenLastCalledWith(true);
  expect(second).toHaveBeenLastCalledWith(false);
});

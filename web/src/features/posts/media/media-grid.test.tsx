import { getPost } from '@roost/contract/posts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { allowMotion, showEverythingInView } from '../../../../test/support/fake-view.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import { samplePost } from '../../../../test/support/sample-posts.ts';
import { pauseAutoplay } from '../../media/video/autoplay.ts';
import { MediaGrid } from './media-grid.tsx';
import { MediaTile } from './media-tile.tsx';

showEverythingInView();

const postId = sampleId('post');
const pictures = (count: number) =>
  Array.from({ length: count }, (_, index) => sampleMedia(`picture ${index + 1}`));

test('the link of a picture has its alt text', () => {
  renderApp(<MediaGrid postId={postId} media={[sampleMedia('a', { alt: 'Two robins' })]} />);
  screen.getByRole('link', { name: 'Picture: Two robins' });
});

test('four of six pictures show, and the last says how many more there are', () => {
  renderApp(<MediaGrid postId={postId} media={pictures(6)} />);
  expect(screen.getAllByRole('link')).toHaveLength(4);
  screen.getByRole('link', { name: 'Picture 1 of 6' });
  expect(screen.getByRole('link', { name: /^Picture 4 of 6/ }).textContent).toContain('+2');
});

test('the badge opens the alt text', async () => {
  const { user } = renderApp(
    <MediaGrid postId={postId} media={[sampleMedia('a', { alt: 'Two robins' })]} />,
  );
  await user.click(screen.getByRole('button', { name: 'Show alt text' }));
  const dialog = await screen.findByRole('dialog', { name: 'Alt text' });
  expect(dialog.textContent).toContain('Two robins');
});

test('a picture without alt text has no badge', () => {
  renderApp(<MediaGrid postId={postId} media={pictures(1)} />);
  expect(screen.queryByRole('button', { name: 'Show alt text' })).toBeNull();
});

test('a post that is not confirmed opens no viewer', () => {
  renderApp(<MediaGrid postId={postId} media={pictures(2)} isPending />);
  expect(screen.queryByRole('link')).toBeNull();
});

test('a picture that fails to load says so', () => {
  const { container } = renderApp(<MediaGrid postId={postId} media={pictures(1)} isPending />);
  fireEvent.error(container.querySelector('img')!);
  screen.getByText('Can’t be shown');
});

const animated = sampleMedia('moving', { poster: 'https://roost.example/media/still.webp' });
const sourceOf = (container: HTMLElement) => container.querySelector('img')?.getAttribute('src');

test('an animated picture shows its still, moves after "Play picture", and stops after "Pause picture"', async () => {
  const { container, user } = renderApp(<MediaGrid postId={postId} media={[animated]} />);
  const play = await screen.findByRole('button', { name: 'Play picture' });
  expect(sourceOf(container)).toBe(animated.poster);
  await user.click(play);
  expect(sourceOf(container)).toBe(animated.url);
  await user.click(screen.getByRole('button', { name: 'Pause picture' }));
  expect(sourceOf(container)).toBe(animated.poster);
});

test('an animated picture from before stills moves, and has no button', () => {
  const { poster: _, ...before } = animated;
  const { container } = renderApp(<MediaGrid postId={postId} media={[before]} />);
  expect(sourceOf(container)).toBe(animated.url);
  expect(screen.queryByRole('button')).toBeNull();
});

test('without reduced motion an animated picture moves by itself, but not in a small tile', async () => {
  allowMotion();
  const tile = { target: undefined, of: 1, more: 0, sizes: '1px', className: '' };
  const { container } = renderApp(
    <>
      <MediaTile {...tile} media={animated} isStill />
      <MediaTile {...tile} media={{ ...animated, _id: sampleId('other') }} />
    </>,
  );
  await screen.findByRole('button', { name: 'Pause picture' });
  expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    animated.poster,
    animated.url,
  ]);
});

test('a moving file that cannot be loaded leaves the still, and its post is requested once', async () => {
  allowMotion();
  const asked = server.answer(getPost, () => success(samplePost(postId, { media: [animated] })));
  const { container } = renderApp(<MediaGrid postId={postId} media={[animated]} />);
  await screen.findByRole('button', { name: 'Pause picture' });
  fireEvent.error(container.querySelector('img')!);
  expect(sourceOf(container)).toBe(animated.poster);
  expect(screen.queryByText('Can’t be shown')).toBeNull();
  // As after scrolling, the app chooses again what plays.
  act(() => pauseAutoplay()());
  expect(sourceOf(container)).toBe(animated.poster);
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
});

import { AppError } from '@roost/contract/errors';
import { getMarkers } from '@roost/contract/markers';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { useOffer } from './use-offer.ts';

const names = ['early', 'late'];

/** Renders the offer of Following. A press asks for the position to which it leads now. */
async function renderOffer() {
  let position = 'early';
  const state = { isDown: false };
  server.answer(getMarkers, () => {
    if (state.isDown) throw new AppError('unavailable');
    const following = { postId: sampleId(position), at: '2026-03-04T10:00:00.000Z' };
    return success({ markers: { following, notifications: null } });
  });
  const led: (string | undefined)[] = [];
  function Example() {
    const { offer, latest } = useOffer('following');
    const press = async () => {
      const id = await latest();
      led.push(names.find((name) => sampleId(name) === id));
    };
    return offer && <button onClick={() => void press()}>Continue</button>;
  }
  const { user } = renderApp(<Example />);
  const button = await screen.findByRole('button', { name: 'Continue' });
  position = 'late';
  return { led, state, press: async () => user.click(button) };
}

test('a press leads to the newest position, which may be newer than the offer', async () => {
  const { led, press } = await renderOffer();
  await press();
  await expect.poll(() => led).toEqual(['late']);
});

test('without an answer, a press leads to the offered position', async () => {
  const { led, state, press } = await renderOffer();
  state.isDown = true;
  await press();
  await expect.poll(() => led).toEqual(['early']);
});

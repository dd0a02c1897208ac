import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { socket } from '../../../test/support/fake-socket.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleId } from '../../../test/support/sample-id.ts';
import { bob } from '../../../test/support/sample-posts.ts';
import { connection } from '../../lib/socket/connection.ts';
import { dispatchCall } from './call-store.ts';
import { CallOverlays } from './call-overlays.tsx';
import { endingTexts } from './endings.ts';
import { dismissLeftCall, showEnding } from './left-call.ts';

const callId = sampleId('call');
const rang = { name: 'rang', from: bob, callId, media: 'video' } as const;
const place = { name: 'place', to: bob, media: 'audio', isConnected: true } as const;

async function renderCalls() {
  const { user } = renderApp(<CallOverlays />, { hasSocket: true });
  await expect.poll(connection).toBe('open');
  return user;
}
const dialog = () => screen.findByRole('alertdialog', { name: 'bob' });
const expectClosed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

// The call belongs to the tab, and a logout ends it. Here no live feature listens.
afterEach(() => {
  act(() => {
    dispatchCall({ name: 'signedOut' });
    dismissLeftCall();
  });
});

test('an incoming video call names the person, and no button has the focus', async () => {
  await renderCalls();
  act(() => void dispatchCall(rang));
  expect((await dialog()).textContent).toContain('Incoming video call');
  for (const name of ['Decline', 'Accept audio-only', 'Accept with video'])
    expect(document.activeElement).not.toBe(screen.getByRole('button', { name }));
});

test('Escape does not end a ringing call', async () => {
  const user = await renderCalls();
  act(() => void dispatchCall(rang));
  await dialog();
  await user.keyboard('{Escape}');
  await dialog();
});

test('Decline tells the caller and closes the dialog', async () => {
  const rejected = socket.answer('rejectCall', () => ({ ok: true }));
  const user = await renderCalls();
  act(() => void dispatchCall(rang));
  await dialog();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await expectClosed();
  expect(rejected.mock.lastCall?.[0]).toMatchObject({ to: bob._id, signal: callId });
});

test('an answer to a call that is over says so and closes the dialog', async () => {
  const message = 'This call is over.';
  const answered = socket.answer('answerCall', () => ({ ok: false, code: 'no_call', message }));
  const user = await renderCalls();
  act(() => void dispatchCall(rang));
  await dialog();
  await user.click(screen.getByRole('button', { name: 'Accept audio-only' }));
  await screen.findByText(message);
  await expectClosed();
  expect(answered.mock.lastCall?.[0]).toEqual({ signal: callId });
});

test('an outgoing call can be cancelled', async () => {
  socket.answer('callUser', () => ({ ok: true, signal: callId }));
  const hungUp = socket.answer('hangUp', () => ({ ok: true }));
  const user = await renderCalls();
  act(() => void dispatchCall(place));
  expect((await dialog()).textContent).toContain('Calling…');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await expectClosed();
  await expect.poll(() => hungUp.mock.calls.length).toBe(1);
});

test('a call that the server refuses says why', async () => {
  const message = 'This user is in another call.';
  socket.answer('callUser', () => ({ ok: false, code: 'user_busy', message }));
  await renderCalls();
  act(() => void dispatchCall(place));
  await screen.findByText(message);
  await expectClosed();
});

test('a declined call ends with an alert', async () => {
  socket.answer('callUser', () => ({ ok: true, signal: callId }));
  await renderCalls();
  act(() => void dispatchCall(place));
  await dialog();
  act(() => void dispatchCall({ name: 'refused', to: bob._id }));
  await screen.findByText('Call was rejected or cancelled.');
  await expectClosed();
});

test('a person who left can be called again, or the alert closed', async () => {
  const user = await renderCalls();
  act(() =>
    showEnding(
      {
        status: 'active',
        callId,
        otherUser: bob,
        isCaller: true,
        media: 'audio',
        isOpen: true,
      },
      endingTexts.peerLeft,
    ),
  );
  await screen.findByText('bob left the call.');
  // The server allows the next call after a pause.
  const again = screen.getByRole<HTMLButtonElement>('button', { name: 'Call again' });
  expect(again.disabled).toBe(true);
  await waitFor(() => expect(again.disabled).toBe(false));
  const [close] = screen.getAllByRole('button', { name: 'Close' });
  await user.click(close!);
  await waitFor(() => expect(screen.queryByText('bob left the call.')).toBeNull());
});

import { uploadMedia } from '@roost/contract/media';
import { getLimits } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { socket } from '../../../../test/support/fake-socket.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { sampleLimits } from '../../../../test/support/sample-limits.ts';
import { sampleMedia } from '../../../../test/support/sample-media.ts';
import { sampleMessage } from '../../../../test/support/sample-messages.ts';
import { bob } from '../../../../test/support/sample-posts.ts';
import { connection } from '../../../lib/socket/connection.ts';
import { useQueued } from '../outbox/message-outbox.ts';
import { MessageComposer } from './message-composer.tsx';

const conversationId = sampleId('conversation');

function Chat() {
  const queued = useQueued(conversationId);
  return (
    <>
      <ul aria-label="Outbox">
        {queued.map(({ clientId, content, problem }) => (
          <li key={clientId}>
            {content} {problem}
          </li>
        ))}
      </ul>
      <MessageComposer
        draftKey="draft"
        conversationId={conversationId}
        person={bob}
        isOver={false}
      />
    </>
  );
}

async function renderChat() {
  const { user } = renderApp(<Chat />, { hasSocket: true });
  await expect.poll(connection).toBe('open');
  return user;
}
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Message to bob');

beforeEach(() => {
  server.answer(getLimits, sampleLimits);
  socket.answer('typing', () => ({ ok: true }));
  socket.answer('stopTyping', () => ({ ok: true }));
});

test('Enter sends the text and empties the box, which keeps the focus', async () => {
  const message = sampleMessage(1, { conversationId });
  const sent = socket.answer('sendMessage', () => ({ ok: true, message }));
  const user = await renderChat();
  await user.type(box(), 'Hello{Enter}');
  expect(box().value).toBe('');
  expect(document.activeElement).toBe(box());
  await expect
    .poll(() => sent.mock.lastCall?.[0])
    .toMatchObject({
      conversationId,
      receiverId: bob._id,
      message: { content: 'Hello', media: [] },
    });
  await expect.poll(() => screen.queryAllByRole('listitem').length).toBe(0);
});

test('Shift+Enter begins a new line', async () => {
  const user = await renderChat();
  await user.type(box(), 'One{Shift>}{Enter}{/Shift}Two');
  expect(box().value).toBe('One\nTwo');
});

test('an empty message cannot be sent', async () => {
  const user = await renderChat();
  await user.type(box(), '   ');
  const send = screen.getByRole('button', { name: 'Send' });
  expect(send.getAttribute('aria-disabled')).toBe('true');
  await user.click(send);
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});

test('a message that is too long stays in the box, with the reason', async () => {
  const user = await renderChat();
  await user.click(box());
  await user.paste('a'.repeat(2_001));
  await screen.findByText('-1');
  await user.keyboard('{Enter}');
  await screen.findByText('A message can have up to 2000 characters.');
  expect(box().value).toHaveLength(2_001);
});

test('the other person learns that somebody types, and that they stopped', async () => {
  const typing = socket.answer('typing', () => ({ ok: true }));
  const stopped = socket.answer('stopTyping', () => ({ ok: true }));
  const user = await renderChat();
  await user.type(box(), 'Hel');
  expect(typing.mock.calls).toEqual([[{ conversationId, receiverId: bob._id }]]);
  expect(stopped).not.toHaveBeenCalled();
  await user.clear(box());
  expect(stopped).toHaveBeenCalledOnce();
});

test('a refused message stays in the outbox with its reason', async () => {
  const message = 'This user doesn’t accept messages from you.';
  socket.answer('sendMessage', () => ({ ok: false, code: 'forbidden', message }));
  const user = await renderChat();
  await user.type(box(), 'Hello{Enter}');
  await screen.findByText(`Hello ${message}`);
});

test('a message waits for files that were chosen just before', async () => {
  const held = Promise.withResolvers<void>();
  server.answer(getLimits, async () => {
    await held.promise;
    return sampleLimits();
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:robin');
  const robin = sampleMedia('robin');
  server.answer(uploadMedia, () => success(robin));
  const message = sampleMessage(1, { conversationId });
  const sent = socket.answer('sendMessage', () => ({ ok: true, message }));
  const user = await renderChat();
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await user.upload(input, new File(['robin'], 'robin.png', { type: 'image/png' }));
  await user.type(box(), 'A robin{Enter}{Enter}');
  expect(sent).not.toHaveBeenCalled();
  held.resolve();
  await expect
    .poll(() => sent.mock.calls.map(([{ message }]) => message))
    .toEqual([{ content: 'A robin', media: [robin._id] }]);
});

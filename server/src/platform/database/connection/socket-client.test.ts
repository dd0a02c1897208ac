import { onTestFinished, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openPool } from './pool.ts';
import { SocketClient } from './socket-client.ts';
import { openSender } from './statement-sender.ts';

/** These tests fail when `pg` stops using the socket of its `stream` option. */
async function connect() {
  const url = await createTestDatabase();
  const pool = openPool({ url, size: 1, onError: () => {}, pipeline: true });
  onTestFinished(async () => pool.end());
  const client = await pool.connect();
  if (!(client instanceof SocketClient)) throw new Error('The pool made another client.');
  const query = openSender(client, { preparedStatements: true });
  return { client, query, socket: client.socket };
}

test('pg sends and receives through the socket it was given', async () => {
  const { client, query, socket } = await connect();
  const [sent, received] = [socket.bytesWritten, socket.bytesRead];
  await query('select $1::int', [1]);
  expect(socket.bytesWritten).toBeGreaterThan(sent);
  expect(socket.bytesRead).toBeGreaterThan(received);
  client.release();
});

test('an error that comes before any listener does not end the process', () => {
  expect(() => new SocketClient().emit('error', new Error('lost'))).not.toThrow();
});

test('a connection whose socket is destroyed fails its statements with that error', async () => {
  const { client, query, socket } = await connect();
  client.on('error', () => {});
  const answer = query('select pg_sleep($1)', [20]);
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  socket.destroy(new Error('The end.'));
  await expect(answer).rejects.toThrow('The end.');
  await ended;
  client.release(true);
});

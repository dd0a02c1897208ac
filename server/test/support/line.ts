import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy that can drop or hold all data without closing a connection. */
export interface Line {
  port: number;
  /** Drops the data of all open connections. New ones still work. */
  silenceOpen(): void;
  /** Drops the data of all connections. It still accepts new ones. */
  silenceAll(): void;
  mend(): void;
  /** Stops to read what the server sends on open connections. So the buffers fill, as with a client that does not read. */
  pauseAnswers(): void;
  resumeAnswers(): void;
  /** Closes all open connections at once, without a goodbye. New ones still work. */
  cut(): void;
  close(): void;
}

export async function layLine(to: { host: string; port: number }): Promise<Line> {
  const pairs = new Set<[Socket, Socket]>();
  const all = new Set<Socket>();
  let isSilent = false;
  const keep = (socket: Socket) => {
    all.add(socket);
    socket.on('error', () => {}).on('close', () => all.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (isSilent) return void near.resume();
    const far = connect(to);
    keep(far);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]])
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    return undefined;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of all) socket.resetAndDestroy();
  };
  const silenceOpen = () => {
    for (const pair of pairs) for (const socket of pair) socket.unpipe().resume();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silenceOpen,
    silenceAll() {
      isSilent = true;
      silenceOpen();
    },
    mend: () => void (isSilent = false),
    pauseAnswers() {
      for (const [near, far] of pairs) far.unpipe(near).pause();
    },
    resumeAnswers() {
      for (const [near, far] of pairs) far.pipe(near);
    },
    cut,
    close() {
      cut();
      server.close();
    },
  };
}

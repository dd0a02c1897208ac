import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to the server that simulates network failures. */
export interface FaultyProxy {
  /** The URL to open instead of the server's own. */
  address: string;
  cut(): void;
  /** Requests still reach the server, but no answer returns. The next cut discards the held answers. */
  holdAnswers(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startProxy(): Promise<FaultyProxy> {
  const open = new Set<Socket>();
  /** Connections to the server. */
  const serverSide = new Set<Socket>();
  let isCut = false;
  const proxy = createServer((client) => {
    if (isCut) return client.destroy();
    const server = connect(Number(process.env['E2E_PORT']), '127.0.0.1');
    serverSide.add(server);
    server.on('close', () => serverSide.delete(server));
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
    return undefined;
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    address: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    cut,
    holdAnswers: () => {
      for (const server of serverSide) server.unpipe().pause();
    },
    mend: () => (isCut = false),
    close: async () => {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
